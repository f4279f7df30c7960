"""Recordings with a fault: changes of lines. A change is called as change(time, cells) for each line of its kind (`G`, `M`, `P` …); it
returns the cells, None to leave the line out, or (arrival, cells) for a line that comes later. A fix's time is its arrival.

A fault is {kind: change}. Used by sources.py and source_faults.py. Standard library only."""
import math

from recordings import metres_per_degree, opened

# Columns of a line of a fix (docs/recording-format.md).
TIME, LATITUDE, LONGITUDE, EAST, NORTH, ARRIVAL = 1, 2, 3, 7, 8, 13
ACCURACIES = (5, 6, 10)


def read(path):
    with opened(path) as lines:
        return lines.readlines()


def arrival(cells):
    return float(cells[ARRIVAL] or cells[TIME]) if cells[0] == "P" else float(cells[TIME])


def written(lines, fault):
    """The lines with the fault, in the order of their arrival."""
    made, late = [], []
    for line in lines:
        change = fault.get(line[0]) if line[1:2] == "," else None
        if late and line[:2] == "G,":
            time = float(line.split(",", 2)[TIME])
            while late and late[0][0] <= time:
                made.append(late.pop(0)[1])
        if change is None:
            made.append(line)
            continue
        cells = line.rstrip("\n").split(",")
        changed = change(arrival(cells), cells)
        if isinstance(changed, tuple):
            late.append((changed[0], ",".join(changed[1]) + "\n"))
        elif changed is not None:
            made.append(",".join(changed) + "\n")
    return made + [line for _, line in late]


def together(*faults):
    """One fault after the other."""
    made = {}
    for fault in faults:
        for kind, change in fault.items():
            made[kind] = after(made[kind], change) if kind in made else change
    return made


def after(first, second):
    def change(time, cells):
        changed = first(time, cells)
        return None if changed is None else second(time, changed)
    return change


def always(_):
    return True


def between(begin, end=math.inf):
    return lambda time: begin <= time < end


# MARK: of a compass and of the other sensors


def without(kind, when=always):
    return {kind: lambda time, cells: None if when(time) else cells}


def added(kind, vector, when=always):
    """A vector (or one number) on top of what a sensor measures."""
    def change(time, cells):
        if when(time):
            cells[2:2 + len(vector)] = [f"{float(cell) + value:.7f}" for cell, value in zip(cells[2:], vector)]
        return cells
    return {kind: change}


def multiplied(kind, factor):
    def change(_, cells):
        cells[2:5] = [f"{float(cell) * factor:.7f}" for cell in cells[2:5]]
        return cells
    return {kind: change}


def askew(degrees):
    """A compass's chip that is turned in the device, about its y axis."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def change(_, cells):
        x, z = float(cells[2]), float(cells[4])
        cells[2], cells[4] = f"{x * cosine - z * sine:.4f}", f"{x * sine + z * cosine:.4f}"
        return cells
    return {"M": change}


def turned_field(degrees, up, when=always):
    """A field that is turned about the vertical, clockwise seen from above; up(time) is the vertical in axes of the device."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def change(time, cells):
        if when(time):
            axis, field = up(time), [float(cell) for cell in cells[2:5]]
            along = sum(a * b for a, b in zip(axis, field)) * (1 - cosine)
            cross = [axis[i - 2] * field[i - 1] - axis[i - 1] * field[i - 2] for i in range(3)]
            cells[2:5] = [f"{field[i] * cosine - cross[i] * sine + axis[i] * along:.4f}" for i in range(3)]
        return cells
    return {"M": change}


def thinned():
    """Every sixth sample of each sensor: 48 Hz of 286."""
    seen = {"G": -1, "A": -1, "M": -1}

    def change(_, cells):
        seen[cells[0]] += 1
        return cells if seen[cells[0]] % 6 == 0 else None
    return dict.fromkeys(seen, change)


def clipped(limit):
    """Each component of the angular rate is cut at ± limit, in degrees a second."""
    most = math.radians(limit)

    def change(_, cells):
        cells[2:5] = [cell if abs(float(cell)) <= most else f"{math.copysign(most, float(cell)):.6f}" for cell in cells[2:5]]
        return cells
    return {"G": change}


# MARK: of a receiver


def moved(offset):
    """Fixes that are off by offset(time), in metres to the east and to the north."""
    def change(time, cells):
        east, north = offset(time)
        latitude = float(cells[LATITUDE])
        per_east, per_north = metres_per_degree(latitude)
        if north:
            cells[LATITUDE] = f"{latitude + north / per_north:.9f}"
        if east:
            cells[LONGITUDE] = f"{float(cells[LONGITUDE]) + east / per_east:.9f}"
        return cells
    return {"P": change}


def frozen(begin, end):
    """The receiver gives its last fix again and again, with new times."""
    last = []

    def change(time, cells):
        if time < begin:
            last[:] = cells[2:11]
        elif time < end and last:
            cells[2:11] = last
        return cells
    return {"P": change}


def late(seconds, is_stamped):
    """Fixes that come later; `is_stamped`: their own time is later too, though it was another than their arrival."""
    def change(time, cells):
        if is_stamped or cells[TIME] == cells[ARRIVAL]:
            cells[TIME] = f"{float(cells[TIME]) + seconds:.6f}"
        if cells[ARRIVAL]:
            cells[ARRIVAL] = f"{time + seconds:.6f}"
        return time + seconds, cells
    return {"P": change}


def velocity(degrees=0, factor=1):
    """The velocity of the fixes, turned clockwise and multiplied."""
    cosine, sine = factor * math.cos(math.radians(degrees)), factor * math.sin(math.radians(degrees))

    def change(_, cells):
        if cells[EAST] and cells[NORTH]:
            east, north = float(cells[EAST]), float(cells[NORTH])
            cells[EAST], cells[NORTH] = f"{cosine * east + sine * north:.4f}", f"{cosine * north - sine * east:.4f}"
        return cells
    return {"P": change}


def without_velocity():
    def change(_, cells):
        cells[7:11] = [""] * 4
        return cells
    return {"P": change}


def stated(factor):
    """The accuracies that the receiver states, multiplied."""
    def change(_, cells):
        for column in ACCURACIES:
            if cells[column]:
                cells[column] = f"{float(cells[column]) * factor:.4f}"
        return cells
    return {"P": change}
