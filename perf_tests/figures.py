# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the figures of campaigns as SVG, with nothing but Python."""
import html
import math

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
LEFT, TOP, WIDTH, HEIGHT = 60, 40, 520, 300


def frame(title, below):
    """The lines that every figure begins with: title, and what the lower axis shows."""
    return ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 400" font-family="sans-serif" font-size="12">',
            '<rect width="760" height="400" fill="white"/>',
            f'<text x="{LEFT}" y="22" font-size="14">{html.escape(title)}</text>',
            f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 40}" text-anchor="middle">{html.escape(below)}</text>']


def across(y, label):
    return (f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#dddddd"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')


def upright(x, label):
    return (f'<path d="M{x:.1f} {TOP}v{HEIGHT}" stroke="#dddddd"/>'
            f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{label}</text>')


def key(i, who, mark):
    """A line beside the figure; `mark` draws at (x, y)."""
    y = TOP + 14 + 20 * i
    return mark(LEFT + WIDTH + 15, y - 4) + f'<text x="{LEFT + WIDTH + 42}" y="{y}">{html.escape(who)}</text>'


def profile_svg(curves, count, title):
    """A performance profile, {who: sorted factors over the fastest of all} of `count` matrices: a step a matrix. The axis
    of factors is logarithmic, from 1 to 4."""
    widest = 4.0

    def x(factor):
        return LEFT + WIDTH * math.log(min(factor, widest)) / math.log(widest)

    def y(share):
        return TOP + HEIGHT * (1 - share)

    svg = frame(title, "time over that of the fastest")
    svg += [across(y(share), f"{100 * share:.0f} %") for share in (0, 0.25, 0.5, 0.75, 1)]
    svg += [upright(x(factor), f"{factor:g}") for factor in (1, 1.25, 1.5, 2, 3, 4)]
    for i, (who, factors) in enumerate(curves.items()):
        path, share = [f"M{x(1):.1f} {y(0):.1f}"], 0.0
        for factor in factors:
            share += 1 / count
            if factor <= widest:
                path.append(f"H{x(factor):.1f}V{y(share):.1f}")
        colour = COLOURS[i % len(COLOURS)]
        svg.append(f'<path d="{"".join(path)}H{LEFT + WIDTH}" fill="none" stroke="{colour}" stroke-width="2"/>')
        svg.append(key(i, who, lambda kx, ky, colour=colour:
                       f'<path d="M{kx} {ky}h20" stroke="{colour}" stroke-width="2"/>'))
    return "\n".join(svg + ["</svg>\n"])


def roofline_svg(points, bandwidth, title):
    """Points {who: [(flops per minimum byte, GFLOP/s)]} under the roof of a copy of `bandwidth` GB/s; both axes are
    logarithmic."""
    intensities = [point[0] for own in points.values() for point in own]
    speeds = [point[1] for own in points.values() for point in own]
    left, right = min(intensities) / 1.1, max(intensities) * 1.1
    low, high = min(speeds) / 1.3, bandwidth * right * 1.2

    def x(intensity):
        return LEFT + WIDTH * math.log(intensity / left) / math.log(right / left)

    def y(speed):
        return TOP + HEIGHT * (1 - math.log(speed / low) / math.log(high / low))

    svg = frame(title, "operations per byte, at least bytes")
    ticks = [m * 10.0 ** e for e in range(0, 6) for m in (1, 1.5, 2, 3, 5, 7)]
    svg += [across(y(speed), f"{speed:g}") for speed in ticks if low <= speed <= high]
    svg += [upright(x(tick), f"{tick:g}") for tick in (0.05, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.3)
            if left <= tick <= right]
    svg.append(f'<text x="{LEFT}" y="{TOP - 6}" font-size="11">GFLOP/s</text>')
    svg.append(f'<path d="M{x(left):.1f} {y(bandwidth * left):.1f}L{x(right):.1f} {y(bandwidth * right):.1f}" '
               'stroke="black" stroke-width="1.5"/>')
    svg.append(key(0, f"copy, {bandwidth:.0f} GB/s", lambda kx, ky: f'<path d="M{kx} {ky}h20" stroke="black"/>'))
    for i, (who, own) in enumerate(points.items()):
        colour = COLOURS[i % len(COLOURS)]

        def mark(mx, my, colour=colour):
            return f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="3.5" fill="{colour}" fill-opacity="0.7"/>'

        svg += [mark(x(intensity), y(speed)) for intensity, speed in own]
        svg.append(key(i + 1, who, lambda kx, ky, mark=mark: mark(kx + 10, ky)))
    return "\n".join(svg + ["</svg>\n"])
