"""Makes a kernel smaller as long as a command still finds something in it.

    python cutile_shrink.py FOLDER OUT -- COMMAND...

FOLDER is one of cutile_random.py. For every smaller kernel a folder OUT is written as cutile_random.py writes it, and the command is run with OUT
as its last argument; the kernel is kept where the command fails (exit code other than 0) with the same last line of output, digits aside. A kernel
that NVIDIA's compiler took stays one that it takes.
"""

import ast
import copy
import pathlib
import re
import shutil
import subprocess
import sys

import cutile_oracle as oracle


def bodies(tree):
    """The lists of statements in a tree."""
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                yield node, field, statements


def smaller_expressions(node):
    """What could stand in place of an expression."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.Compare):
        return []
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.Call):
        method = [node.func.value] if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name) else []
        return method + [a for a in node.args if not isinstance(a, (ast.Constant, ast.Tuple, ast.Lambda))]
    return []


def edits(source):
    """Smaller sources, the boldest first."""
    count = len(list(bodies(ast.parse(source))))
    for which in range(count):
        for start in range(len(list(bodies(ast.parse(source)))[which][2])):
            tree = ast.parse(source)
            owner, field, statements = list(bodies(tree))[which]
            if isinstance(statements[start], (ast.Import, ast.ImportFrom)):
                continue
            removed = statements.pop(start)
            if not statements and field == "body":
                statements.append(ast.Pass())
            if not (isinstance(removed, ast.Pass) and isinstance(statements[0], ast.Pass)):
                yield ast.unparse(tree)
            inner = getattr(removed, "body", [])
            if inner and not isinstance(removed, ast.FunctionDef):
                statements[start:start] = inner
                yield ast.unparse(tree)
    nodes = len(list(ast.walk(ast.parse(source))))
    for which in range(nodes):
        tree = ast.parse(source)
        node = list(ast.walk(tree))[which]
        for replacement in range(len(smaller_expressions(node))):
            tree = ast.parse(source)
            node = list(ast.walk(tree))[which]
            other = copy.deepcopy(smaller_expressions(node)[replacement])
            yield ast.unparse(Replace(node, other).visit(tree))
        for keyword in range(len(getattr(node, "keywords", []))):
            tree = ast.parse(source)
            call = list(ast.walk(tree))[which]
            if call.keywords[keyword].arg not in ("dtype", "index", "shape", "tile"):
                del call.keywords[keyword]
                yield ast.unparse(tree)


class Replace(ast.NodeTransformer):
    """Puts one node in place of another."""

    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else super().visit(node)


def write(folder, source, symbol, must_compile):
    """Writes a folder; whether NVIDIA's compiler does with the kernel what it has to."""
    (folder / "kernel.py").write_text(source)
    for name in ("kernel.mlir", "refused.txt"):
        (folder / name).unlink(missing_ok=True)
    try:
        (folder / "kernel.mlir").write_text(oracle.tile_ir(folder / "kernel.py", symbol))
        return must_compile
    except oracle.Refused as refused:
        (folder / "refused.txt").write_text(f"{refused}\n")
        return not must_compile
    except Exception:  # The file itself is wrong now.
        return False


def finding(command, folder):
    """What the command finds, digits aside; None where it finds nothing."""
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True)
    if done.returncode == 0:
        return None
    lines = (done.stdout + done.stderr).strip().splitlines()
    return re.sub(r"\d+", "0", lines[-1]) if lines else ""


def main():
    if "--" not in sys.argv or sys.argv.index("--") != 3:
        sys.exit(__doc__)
    oracle.skip_if_missing()
    folder, out, command = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[4:]
    shutil.copytree(folder, out, dirs_exist_ok=True)
    symbol = (folder / "symbol.txt").read_text().strip()
    must_compile = (folder / "kernel.mlir").exists()
    wanted = finding(command, out)
    if wanted is None:
        sys.exit("the command finds nothing in this kernel")
    source = ast.unparse(ast.parse((folder / "kernel.py").read_text()))
    progress = True
    while progress:
        progress = False
        for smaller in edits(source):
            if len(smaller) >= len(source):
                continue
            if write(out, smaller, symbol, must_compile) and finding(command, out) == wanted:
                source, progress = smaller, True
                break
    write(out, source, symbol, must_compile)
    print(source)


if __name__ == "__main__":
    main()
