"""Loads a script of the folder above as a module, although its name has no ending."""

import importlib.util
import pathlib
import sys
from importlib.machinery import SourceFileLoader

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def load(name):
    sys.dont_write_bytecode = True
    loader = SourceFileLoader(f"script_{name}", str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    # Data classes look their module up by name.
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module
