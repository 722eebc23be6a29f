"""`examples`: the data sets that can be named."""

from __future__ import annotations

import json


def test_examples_lists_every_embedded_set(command):
    """Name, N, d, and what it is."""
    status, out, _ = command("examples")
    assert status == 0
    rows = [line.split(None, 3) for line in out.splitlines()[1:]]
    assert [row[0] for row in rows] == [
        "example:credit",
        "example:credit-2d",
        "example:spam",
        "example:iris-setosa",
        "example:iris-versicolor-virginica",
        "example:or",
        "example:and",
        "example:xor",
        "example:hadamard:k=3",
        "example:pingpong:m=5",
        "example:pair:m=10",
        "example:powers:d=4",
        "example:separable:N=100,d=2,seed=0,margin=1",
        "example:noisy:N=100,d=2,seed=0,flips=10",
    ]
    assert [row[1:3] for row in rows][:4] == [["24", "4"], ["24", "2"], ["24", "8"], ["150", "4"]]


def test_a_set_made_to_order_goes_where_a_file_goes(command):
    """What `examples` lists can be typed as it stands, and with other options."""
    for line in command("examples")[1].splitlines()[1:]:
        name, N, d = line.split()[:3]
        record = json.loads(command("fit", name, "--json", "--max-updates", 5)[1])
        assert (record["data"]["source"], record["data"]["N"], record["data"]["d"]) == (
            name,
            int(N),
            int(d),
        )
    assert "Converged after 16 updates" in command("fit", "example:hadamard:k=4")[1]
