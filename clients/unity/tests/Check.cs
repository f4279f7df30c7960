// Compiled with the two files by Debian's mcs, and run with mono beside a daemon: stand-ins for the classes of Unity that they use,
// and a check of the client's numbers. Unity itself was not run.

using System;
using System.Reflection;
using System.Threading;

namespace UnityEngine {
    public struct Vector3 {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    public struct Quaternion {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }

        /// Unity turns clockwise about y seen from above: its axes are left-handed. Here only about y.
        public static Quaternion Euler(float x, float y, float z) {
            double half = y * Math.PI / 360;
            return new Quaternion(0, (float)Math.Sin(half), 0, (float)Math.Cos(half));
        }

        /// v + 2w(u × v) + 2u × (u × v), as Unity has it
        public static Vector3 operator *(Quaternion q, Vector3 v) {
            float a = q.y * v.z - q.z * v.y, b = q.z * v.x - q.x * v.z, c = q.x * v.y - q.y * v.x;
            return new Vector3(v.x + 2 * (q.w * a + q.y * c - q.z * b), v.y + 2 * (q.w * b + q.z * a - q.x * c),
                               v.z + 2 * (q.w * c + q.x * b - q.y * a));
        }
    }

    public class Transform {
        public Vector3 position;
        public Quaternion rotation;
    }

    public class Renderer {
        public bool enabled;
    }

    public class MonoBehaviour {
        public Transform transform = new Transform();
        public Renderer renderer = new Renderer();
        public T[] GetComponentsInChildren<T>() where T : class { return new[] { renderer as T }; }
    }
}

static class Check {
    static double Azimuth(UnityEngine.Vector3 v) { return Math.Atan2(v.x, v.z) * 180 / Math.PI; }

    static int failed;

    static void Near(string what, double a, double b, double limit) {
        double difference = Math.Abs(a - b);
        if (what.EndsWith("°")) difference = Math.Abs((a - b + 540) % 360 - 180);
        if (difference <= limit) return;
        Console.WriteLine(what + ": " + a + ", expected " + b);
        failed++;
    }

    static int Main() {
        var component = new GnomonPlace { eyes = new UnityEngine.Transform() };
        Action<string> run = name => typeof(GnomonPlace).GetMethod(name, BindingFlags.NonPublic | BindingFlags.Instance).Invoke(component, null);
        run("OnEnable");
        var client = (Gnomon.Client)typeof(GnomonPlace).GetField("client", BindingFlags.NonPublic | BindingFlags.Static).GetValue(null);
        for (int i = 0; i < 3000; i++) {
            var found = client.Pose;
            if (found != null && found["localization"].Text("state") == "localized" && client.Alignment?["place"] != null) break;
            Thread.Sleep(10);
        }
        Gnomon.Message pose = client.Pose, alignment = client.Alignment;
        if (pose == null || alignment == null) {
            Console.WriteLine("no pose: " + client.Fault);
            return 1;
        }
        // A place 100 m to the north and 50 m to the east of the wearer's own.
        double latitude = pose.Number("latitude_deg");
        component.latitude = latitude + 100 / 111195.0;
        component.longitude = pose.Number("longitude_deg") + 50 / (111320.0 * Math.Cos(latitude * Math.PI / 180));
        component.heading = 30;
        do { // until no message has come in between
            pose = client.Pose;
            alignment = client.Alignment;
            run("LateUpdate");
        } while (pose != client.Pose || alignment != client.Alignment || pose == null);
        if (!component.renderer.enabled) {
            Console.WriteLine("the model of a known heading is hidden");
            failed++;
        }
        var eye = component.eyes.position;
        var to = new UnityEngine.Vector3(component.transform.position.x - eye.x, 0, component.transform.position.z - eye.z);
        double yaw = alignment.Number("applied_yaw_deg");
        // The applied place differs from the estimate by some meters at most, and the walk goes on meanwhile.
        Near("azimuth°", Azimuth(to) + yaw, Math.Atan2(50, 100) * 180 / Math.PI, 6);
        Near("distance", Math.Sqrt(to.x * to.x + to.z * to.z), Math.Sqrt(100 * 100 + 50 * 50), 8);
        Near("the model's +z°", Azimuth(component.transform.rotation * new UnityEngine.Vector3(0, 0, 1)) + yaw, 30, 0.5);
        // The camera looks along its +z, where the body's -z is in the scene: -(2(xz + wy), 2(yz - wx), 1 - 2(x² + y²)).
        var q = pose["orientation"];
        double a = q.Number("x"), b = q.Number("y"), c = q.Number("z"), d = q.Number("w");
        var view = component.eyes.rotation * new UnityEngine.Vector3(0, 0, 1);
        Near("view x", view.x, -2 * (a * c + d * b), 1e-5);
        Near("view y", view.y, -2 * (b * c - d * a), 1e-5);
        Near("view z, which is north", view.z, 1 - 2 * (a * a + b * b), 1e-5);
        run("OnApplicationQuit");
        Console.WriteLine(failed == 0 ? "Check.cs: all is true" : failed + " faults");
        return failed == 0 ? 0 : 1;
    }
}
