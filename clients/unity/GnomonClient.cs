// The latest pose and alignment of gnomond, read on a thread of its own. C# without Unity's classes: .NET Standard 2.1 (Unity 2021.2
// and later) has Unix sockets.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.Sockets;
using System.Text;
using System.Threading;

namespace Gnomon {
    /// A reply of the daemon: a JSON object. A number that is unknown is NaN.
    public sealed class Message {
        readonly Dictionary<string, object> members;
        public Message(Dictionary<string, object> members) { this.members = members; }
        public Message this[string name] {
            get { return members.TryGetValue(name, out var found) && found is Dictionary<string, object> inner ? new Message(inner) : null; }
        }
        public double Number(string name) { return members.TryGetValue(name, out var found) && found is double number ? number : double.NaN; }
        public bool Flag(string name) { return members.TryGetValue(name, out var found) && found is bool flag && flag; }
        public string Text(string name) { return members.TryGetValue(name, out var found) ? found as string : null; }
    }

    /// JSON (RFC 8259) as dictionaries, lists, texts, doubles, booleans and null; nested at most 32 deep.
    sealed class Json {
        readonly string text;
        int at;
        Json(string text) { this.text = text; }

        public static Message Read(string text) {
            var json = new Json(text);
            if (json.Value(0) is Dictionary<string, object> found) return new Message(found);
            throw new FormatException("a message is not a JSON object");
        }

        char Peek() {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            if (at >= text.Length) throw new FormatException("the JSON ends too early");
            return text[at];
        }

        void Expect(char wanted) {
            if (Peek() != wanted) throw new FormatException("expected " + wanted + " in JSON at " + at);
            at++;
        }

        object Value(int depth) {
            if (depth > 32) throw new FormatException("JSON is nested too deeply");
            switch (Peek()) {
                case '{': {
                    var made = new Dictionary<string, object>();
                    for (at++; Peek() != '}';) {
                        if (made.Count > 0) Expect(',');
                        Peek();
                        var name = String();
                        Expect(':');
                        made[name] = Value(depth + 1);
                    }
                    at++;
                    return made;
                }
                case '[': {
                    var made = new List<object>();
                    for (at++; Peek() != ']';) {
                        if (made.Count > 0) Expect(',');
                        made.Add(Value(depth + 1));
                    }
                    at++;
                    return made;
                }
                case '"': return String();
            }
            int start = at;
            while (at < text.Length && ",]} \t\r\n".IndexOf(text[at]) < 0) at++;
            var word = text.Substring(start, at - start);
            if (word == "null") return null;
            if (word == "true") return true;
            if (word == "false") return false;
            return double.Parse(word, NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        string String() {
            if (text[at] != '"') throw new FormatException("expected a text in JSON at " + at);
            var made = new StringBuilder();
            for (at++; at < text.Length && text[at] != '"'; at++) {
                if (text[at] != '\\') { made.Append(text[at]); continue; }
                if (++at >= text.Length) break;
                int plain = "nrtbf".IndexOf(text[at]);
                if (plain >= 0) made.Append("\n\r\t\b\f"[plain]);
                else if (text[at] != 'u') made.Append(text[at]);
                else if (at + 4 < text.Length) {
                    made.Append((char)int.Parse(text.Substring(at + 1, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture));
                    at += 4;
                }
            }
            if (at++ >= text.Length) throw new FormatException("a text in JSON does not end");
            return made.ToString();
        }
    }

    /// Follows poses and alignments until it is disposed, and connects again when the daemon has ended. `Pose` and `Alignment` are the
    /// latest ones, null while unknown; `Fault` says why there is no connection.
    public sealed class Client : IDisposable {
        const int Longest = 1 << 20;
        readonly string path;
        readonly double rate;
        volatile bool isDisposed;
        volatile Socket socket;
        volatile Message pose, alignment;
        volatile string fault;

        public Message Pose { get { return pose; } }
        public Message Alignment { get { return alignment; } }
        public string Fault { get { return fault; } }

        public Client(string path = null, double rate = 60) {
            var named = Environment.GetEnvironmentVariable("GNOMON_SOCKET");
            this.path = !string.IsNullOrEmpty(path) ? path : !string.IsNullOrEmpty(named) ? named : "/run/gnomon/gnomon.sock";
            this.rate = rate;
            new Thread(Run) { IsBackground = true, Name = "gnomon" }.Start();
        }

        public void Dispose() {
            isDisposed = true;
            socket?.Dispose();
        }

        void Run() {
            while (!isDisposed) {
                try {
                    Follow();
                } catch (Exception error) when (error is SocketException || error is IOException || error is FormatException
                                                || error is ObjectDisposedException || error is OverflowException) {
                    fault = path + ": " + error.Message;
                }
                pose = alignment = null; // of a daemon that has ended
                if (!isDisposed) Thread.Sleep(1000);
            }
        }

        void Follow() {
            using (var connection = socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)) {
                connection.Connect(new UnixDomainSocketEndPoint(path));
                connection.Send(Encoding.UTF8.GetBytes(
                    "{\"method\":\"org.gnomon.Tracking.Subscribe\",\"more\":true,\"parameters\":{\"streams\":[\"pose\",\"alignment\"],\"rate_hz\":"
                    + rate.ToString(CultureInfo.InvariantCulture) + "}}\0"));
                var chunk = new byte[65536];
                var message = new MemoryStream();
                for (int count; (count = connection.Receive(chunk)) > 0;) {
                    int start = 0;
                    for (int i = 0; i < count; i++) {
                        if (chunk[i] != 0) continue;
                        message.Write(chunk, start, i - start);
                        Add(Json.Read(Encoding.UTF8.GetString(message.GetBuffer(), 0, (int)message.Length)));
                        message.SetLength(0);
                        start = i + 1;
                    }
                    message.Write(chunk, start, count - start);
                    if (message.Length > Longest) throw new FormatException("a message is longer than " + Longest + " bytes");
                }
                throw new IOException("the daemon has closed the connection");
            }
        }

        void Add(Message reply) {
            if (reply.Text("error") != null) throw new FormatException(reply.Text("error"));
            var parameters = reply["parameters"];
            if (parameters == null) return;
            if (parameters["pose"] != null) pose = parameters["pose"];
            if (parameters["alignment"] != null) alignment = parameters["alignment"];
            fault = null;
        }
    }

    /// From latitude and longitude to Unity: x east, y up, z north of the scene, left-handed. docs/frames.md has the pictures.
    public static class Geo {
        const double Degree = Math.PI / 180;
        // WGS 84 (NGA.STND.0036): semi-major axis in meters, and the square of the first eccentricity.
        const double Axis = 6378137, Eccentricity2 = 0.0066943799901413165;

        static void EarthCentered(double latitude, double longitude, double height, out double x, out double y, out double z) {
            double normal = Axis / Math.Sqrt(1 - Eccentricity2 * Math.Sin(latitude) * Math.Sin(latitude));
            double level = (normal + height) * Math.Cos(latitude);
            x = level * Math.Cos(longitude);
            y = level * Math.Sin(longitude);
            z = (normal * (1 - Eccentricity2) + height) * Math.Sin(latitude);
        }

        /// The position at which to draw a place, by the applied alignment, level with the wearer; false while the wearer's place is unknown.
        public static bool Point(Message alignment, double latitude, double longitude, out double x, out double y, out double z) {
            x = y = z = 0;
            var place = alignment?["place"];
            if (place == null) return false;
            double phi = place.Number("latitude_deg") * Degree, lambda = place.Number("longitude_deg") * Degree;
            EarthCentered(phi, lambda, place.Number("height"), out var ax, out var ay, out var az);
            EarthCentered(latitude * Degree, longitude * Degree, place.Number("height"), out var bx, out var by, out var bz);
            double dx = bx - ax, dy = by - ay, dz = bz - az, toward = Math.Cos(lambda) * dx + Math.Sin(lambda) * dy;
            Message shift = alignment["applied_shift"], start = alignment["scene_position"];
            double east = Math.Cos(lambda) * dy - Math.Sin(lambda) * dx - shift.Number("x");
            double north = Math.Cos(phi) * dz - Math.Sin(phi) * toward + shift.Number("z");
            double up = Math.Cos(phi) * toward + Math.Sin(phi) * dz - shift.Number("y");
            double yaw = alignment.Number("applied_yaw_deg") * Degree;
            x = start.Number("x") + east * Math.Cos(yaw) - north * Math.Sin(yaw);
            y = start.Number("y") + up;
            z = -start.Number("z") + east * Math.Sin(yaw) + north * Math.Cos(yaw);
            return true;
        }
    }
}
