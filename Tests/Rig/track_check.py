#!/usr/bin/env python3
"""track_check.py FILE: checks a GPX, GeoJSON or KML file against its specification, for the parts that gnomon writes; prints its points, one line
each: latitude, longitude, height (- for none), time (- for none).

GPX 1.1: topografix.com/GPX/1/1/gpx.xsd (the order of the elements, ranges, times). KML 2.2 and gx: OGC 07-147r2 and
developers.google.com/kml (lists of the same length). GeoJSON: RFC 7946 (types, positions, ranges, at least two positions to a line).
"""
import datetime
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

GPX, KML, GX = "{http://www.topografix.com/GPX/1/1}", "{http://www.opengis.net/kml/2.2}", "{http://www.google.com/kml/ext/2.2}"
POINT = "ele time magvar geoidheight name cmt desc src link sym type fix sat hdop vdop pdop ageofdgpsdata dgpsid extensions".split()


def need(condition, complaint):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {complaint}")


def time_of(text):
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z", text), f"the time {text}")
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def say(latitude, longitude, height, time):
    need(-90 <= float(latitude) <= 90 and -180 <= float(longitude) <= 180, f"the position {latitude} {longitude}")
    print(latitude, longitude, height if height is not None else "-", time or "-")


def ordered(element, names, prefix):
    order = [names.index(child.tag.removeprefix(prefix)) for child in element if child.tag.startswith(prefix)]
    need(len(order) == len(element) and order == sorted(order), f"the order within {element.tag}")


def gpx(root):
    need(root.tag == GPX + "gpx" and root.get("version") == "1.1" and root.get("creator"), "not GPX 1.1")
    ordered(root, ["metadata", "wpt", "rte", "trk", "extensions"], GPX)
    for track in root.iter(GPX + "trk"):
        ordered(track, "name cmt desc src link number type extensions trkseg".split(), GPX)
        for segment in track.iter(GPX + "trkseg"):
            last = None
            for point in segment:
                ordered(point, POINT, GPX)
                need(all(child.tag.startswith("{") and not child.tag.startswith(GPX) for child in point.find(GPX + "extensions")), "extensions")
                need(point.findtext(GPX + "fix", "3d") in ("none", "2d", "3d", "dgps", "pps"), "fix")
                time = point.findtext(GPX + "time")
                if time:
                    need(last is None or time_of(time) > last, f"{time} is not after the point before it")
                    last = time_of(time)
                say(point.get("lat"), point.get("lon"), point.findtext(GPX + "ele"), time)


def kml(root):
    need(root.tag == KML + "kml", "not KML 2.2")
    styles = {style.get("id") for style in root.iter(KML + "Style")}
    for placemark in root.iter(KML + "Placemark"):
        need(placemark.findtext(KML + "styleUrl").removeprefix("#") in styles, "a style that is not there")
        track = placemark.find(GX + "Track")
        if track is None:
            for position in placemark.find(KML + "LineString").findtext(KML + "coordinates").split():
                longitude, latitude, height = position.split(",")
                say(latitude, longitude, height, None)
            continue
        times = [time.text for time in track.findall(KML + "when")]
        places = [place.text.split() for place in track.findall(GX + "coord")]
        lists = [len(data) for data in track.iter(GX + "SimpleArrayData")] + [len(track.findall(GX + "angles")) or len(times)]
        need(len(times) == len(places) and set(lists) <= {len(times)}, "lists of different lengths")
        need(all(len((angles.text or "0 0 0").split()) == 3 for angles in track.findall(GX + "angles")), "angles")
        need(sorted(map(time_of, times)) == list(map(time_of, times)), "times that run backwards")
        isAbsolute = track.findtext(KML + "altitudeMode") == "absolute"
        for time, (longitude, latitude, height) in zip(times, places):
            say(latitude, longitude, height if isAbsolute else None, time)


def geojson(text):
    value = json.loads(text)
    need(value["type"] == "FeatureCollection", "no FeatureCollection")
    for feature in value["features"]:
        need(feature["type"] == "Feature" and set(feature) >= {"type", "geometry", "properties"}, "no Feature")
        kind, places = feature["geometry"]["type"], feature["geometry"]["coordinates"]
        need(kind in ("Point", "LineString"), kind)
        properties = feature["properties"]
        if kind == "Point":
            places, times = [places], [properties.get("time")]
        else:
            need(len(places) >= 2, "a line of a single position")
            more = properties["coordinateProperties"]
            need(all(len(values) == len(places) for values in more.values()), "lists of different lengths")
            need(all(abs(a[0] - b[0]) <= 180 for a, b in zip(places, places[1:])), "a line round the Earth")
            times = more.get("times", [None] * len(places))
        for place, time in zip(places, times):
            need(len(place) in (2, 3), "a position of other than two or three numbers")
            if time:
                time_of(time)
            say(place[1], place[0], place[2] if len(place) > 2 else None, time)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    if text.startswith("<?xml"):
        root = ElementTree.fromstring(text)
        (gpx if root.tag.startswith(GPX) else kml)(root)
    else:
        geojson(text)


main()
