"""What the lecture proves and what it leaves open: convergence, separability, the optimum, margins,
the variant with a bias.
"""
