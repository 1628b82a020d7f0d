"""Whole degrees and whole numbers: directions without a float, so that every machine gets the same table.

0 degrees is east, 90 is north. Lengths are thousandths of an inch. A direction is a pair of whole numbers as long as
`ONE`.
"""

from __future__ import annotations

#: The length of a direction.
ONE = 1_000_000
#: What is added to a length times a direction, so that dividing it by `ONE` gives the nearest length: `rounded`, written out where it counts.
HALF = ONE // 2

# sin 0 to sin 90, in millionths.
# fmt: off
_QUADRANT = (
    0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434,
    173648, 190809, 207912, 224951, 241922, 258819, 275637, 292372, 309017, 325568,
    342020, 358368, 374607, 390731, 406737, 422618, 438371, 453990, 469472, 484810,
    500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320,
    642788, 656059, 669131, 681998, 694658, 707107, 719340, 731354, 743145, 754710,
    766044, 777146, 788011, 798636, 809017, 819152, 829038, 838671, 848048, 857167,
    866025, 874620, 882948, 891007, 898794, 906308, 913545, 920505, 927184, 933580,
    939693, 945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148, 981627,
    984808, 987688, 990268, 992546, 994522, 996195, 997564, 998630, 999391, 999848,
    1000000,
)
# fmt: on

SIN = tuple(
    _QUADRANT[a]
    if a <= 90
    else _QUADRANT[180 - a]
    if a <= 180
    else -_QUADRANT[a - 180]
    if a <= 270
    else -_QUADRANT[360 - a]
    for a in range(360)
)
COS = tuple(SIN[(a + 90) % 360] for a in range(360))


def rounded(product: int) -> int:
    """A length times a direction, back to a length: to the nearest, halves up."""
    return (product + HALF) // ONE


def bearing(dx: int, dy: int) -> int:
    """The whole degree nearest to the direction of a vector; 0 for no vector at all.

    >>> bearing(0, 500), bearing(-300, -300), bearing(1000, 17)
    (90, 225, 1)
    """
    quarter = 0
    while not (dx > 0 and dy >= 0):  # turn the vector clockwise into the first quarter
        if not dx and not dy:
            return 0
        dx, dy, quarter = dy, -dx, quarter + 90
    low, high = 0, 90
    while high - low > 1:  # the vector lies between these two
        middle = (low + high) // 2
        if COS[middle] * dy - SIN[middle] * dx >= 0:
            low = middle
        else:
            high = middle
    past, before = COS[low] * dy - SIN[low] * dx, SIN[high] * dx - COS[high] * dy
    return (quarter + (low if past <= before else high)) % 360


def turn(start: int, end: int) -> int:
    """The turn from one facing to another, from -179 to 180; to the left is positive.

    >>> turn(350, 10), turn(10, 350), turn(0, 180)
    (20, -20, 180)
    """
    return 180 - (start - end + 180) % 360


def in_arc(facing: int, dx: int, dy: int) -> bool:
    """MD 6.6 Whether something lies within 45 degrees to each side of straight ahead."""
    c, n = COS[facing], SIN[facing]
    ahead, aside = dx * c + dy * n, dy * c - dx * n
    return ahead > 0 and -ahead <= aside <= ahead
