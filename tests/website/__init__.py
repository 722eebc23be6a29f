"""The built site: a package, as its conftest.py is another than that of the other tests."""
