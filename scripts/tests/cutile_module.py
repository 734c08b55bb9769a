"""Random statements at the level of a file, for cutile_random.py: constants that Python computes before a kernel is compiled."""

# Each makes the number NAME of the numbers A and B, in a way that files have, or that somebody wrote to find out.
WAYS = [
    ["NAME = A", "for step in range(B):", "    NAME += step"],
    ["NAME = A", "while NAME < 20:", "    NAME += B + 1"],
    ["L_NAME = [A]", "for step in range(B):", "    L_NAME.append(step)", "NAME = len(L_NAME) + L_NAME[-1]"],
    ["L_NAME = [A]", "M_NAME = L_NAME", "M_NAME += [B, B]", "NAME = len(L_NAME)"],
    ["L_NAME = [A]", "PAIR_NAME = [L_NAME, L_NAME]", "PAIR_NAME[0].append(B)", "NAME = len(PAIR_NAME[1]) + L_NAME[1]"],
    ["L_NAME = [A, B]", "L_NAME.sort()", "NAME = L_NAME[0]"],
    ["D_NAME = {'a': A}", "D_NAME['b'] = B", "NAME = D_NAME['a'] + D_NAME.get('b', 9)"],
    ["D_NAME = {'a': A}", "E_NAME = dict(D_NAME)", "E_NAME['a'] = B", "NAME = D_NAME['a']"],
    ["D_NAME = {'a': A}", "D_NAME.update(a=B)", "NAME = D_NAME['a']"],
    ["NAME = A", "def set_NAME():", "    global NAME", "    NAME = B", "set_NAME()"],
    ["NAME = A", "def set_NAME():", "    global NAME", "    NAME = B", "if A < 0:", "    set_NAME()"],
    ["L_NAME = []", "def add_NAME(value):", "    L_NAME.append(value)", "    return value", "add_NAME(A)", "add_NAME(B)", "NAME = len(L_NAME)"],
    ["L_NAME = []", "def add_NAME(value, to=L_NAME):", "    to.append(value)", "add_NAME(A)", "print(add_NAME(B))", "NAME = len(L_NAME)"],
    ["def count_NAME():", "    made = A", "    def more():", "        nonlocal made", "        made += B", "        return made", "    more()", "    return more()", "NAME = count_NAME()"],
    ["try:", "    import no_module_of_this_name", "    NAME = A", "except ImportError:", "    NAME = B"],
    ["NAME = A", "try:", "    import no_module_of_this_name", "    NAME = B", "except ImportError:", "    pass"],
    ["try:", "    import math as m_NAME", "    NAME = A", "except ImportError:", "    NAME = B", "else:", "    NAME += 1", "finally:", "    NAME += 2"],
    ["try:", "    NAME = A // 0", "except ZeroDivisionError:", "    NAME = B"],
    ["match A:", "    case 1 | 2:", "        NAME = B", "    case other if other > 4:", "        NAME = other", "    case _:", "        NAME = 7"],
    ["match (A, B):", "    case (x_NAME, y_NAME):", "        NAME = x_NAME + y_NAME"],
    ["import contextlib", "with contextlib.nullcontext():", "    NAME = A + B"],
    ["import contextlib", "NAME = A", "with contextlib.suppress(ImportError):", "    import no_module_of_this_name", "    NAME = B"],
    ["NAME = A", "with open(__file__) as file_NAME:", "    NAME = B"],
    ["class C_NAME:", "    value = A", "setattr(C_NAME, 'value', B)", "NAME = C_NAME.value"],
    ["class C_NAME:", "    value = A", "C_NAME.value = B", "NAME = C_NAME.value"],
    ["NAME = A", "exec('NAME = B')"],
    ["NAME = A", "globals()['NAME'] = B"],
    ["NAME = (W_NAME := A) + B", "NAME = NAME + W_NAME"],
    ["NAME = sum(step for step in range(A) if step % 2 == 0) + B"],
    ["NAME = A if B > 2 else B"],
    ["import functools", "NAME = functools.reduce(lambda a, b: a + b, [A, B])"],
    ["T_NAME = tuple(A + step for step in range(3))", "first_NAME, *_, NAME = T_NAME"],
    ["T_NAME = (A, B)", "NAME, other_NAME = T_NAME[::-1]"],
    ["NAME = A", "del NAME", "NAME = B"],
    ["NAME = A", "for step in (1, 2, 3):", "    if step == B:", "        break", "    NAME += step", "else:", "    NAME = 1"],
    ["def pick_NAME(a, b=B):", "    for step in range(a):", "        if step > b:", "            return step", "    return b", "NAME = pick_NAME(A)"],
    ["import random", "L_NAME = [A, A]", "random.shuffle(L_NAME)", "NAME = L_NAME[0]"],
]


def constant(rng, name):
    """Lines that make a constant, and its value: a whole number."""
    way = rng.choice(WAYS)
    values = {"A": str(rng.randint(1, 6)), "B": str(rng.randint(0, 5))}
    lines = []
    for line in way:
        for letter, value in values.items():
            words = line.replace("NAME", "\0").split(letter)
            line = words[0]
            for before, after in zip(words, words[1:]):
                # A letter alone, not one of a word.
                alone = not before[-1:].isalnum() and not after[:1].isalnum() and before[-1:] != "_" and after[:1] != "_"
                line += (value if alone else letter) + after
            line = line.replace("\0", "NAME")
        lines.append(line.replace("NAME", name))
    seen = {"__file__": __file__, "__name__": "kernel"}
    exec("\n".join(lines), seen)
    return lines, seen[name]
