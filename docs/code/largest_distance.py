"""Three classes: each model has a table of its own, and the largest distance decides."""

import csv

SPECIES = ["setosa", "versicolor", "virginica"]

tables = []
for name in SPECIES:
    with open(f"{name}.csv", encoding="utf-8", newline="") as file:
        tables.append([float(row["distance"]) for row in csv.DictReader(file)])
with open("iris.csv", encoding="utf-8", newline="") as file:
    truth = [row["species"] for row in csv.DictReader(file)]

answers = [SPECIES[distances.index(max(distances))] for distances in zip(*tables)]
right = sum(answer == label for answer, label in zip(answers, truth))
print(f"{right} of {len(truth)} are right")
