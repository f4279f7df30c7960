# gnomon in fish. Written by 'make manual' from the program's syntax; a test compares them. Do not edit.

# The command that the line has so far: `place add`, or nothing.
function __gnomon_command
    set -l words (commandline -opc)
    set -l first $words[2]
    set -l both (string join ' ' -- $words[2..3])
    for name in 'status' 'pose' 'watch' 'view' 'bridge token' 'bridge' 'wait' 'nudge' 'release' 'reset' 'forget' 'record start' 'record stop' 'push' 'scene' 'radar' 'align' 'place add' 'place list' 'place show' 'place search' 'place filter' 'place remove' 'place favourite' 'place import' 'place export' 'place fetch' 'route load' 'route check' 'route to' 'route show' 'route clear' 'anchor add' 'anchor list' 'anchor remove' 'terrain add' 'terrain list' 'terrain remove' 'terrain at' 'announce' 'share join' 'share leave' 'share status' 'share place add' 'share place remove' 'share route add' 'share route remove' 'calibrate' 'calibration list' 'calibration show' 'calibration undo' 'calibration export' 'calibration import' 'calibration verify' 'allan' 'simulate' 'recording info' 'recording check' 'recording convert' 'recording cut' 'replay' 'score' 'bench' 'report' 'import' 'export' 'geo field' 'geo inverse' 'geo direct' 'geo local' 'geo bearing' 'geo sun' 'setup' 'doctor' 'config show' 'config check' 'reload'
        if test "$name" = "$both"; or test "$name" = "$first"
            echo $name
            return
        end
    end
end

# No command yet, or the first word of a family and no more.
function __gnomon_stands_at
    set -l words (commandline -opc)
    test (count $words) -eq $argv[1]; and test "$words[2]" = "$argv[2]"
end

function __gnomon_is
    test "$(__gnomon_command)" = "$argv"
end

# Right behind a switch that words may follow.
function __gnomon_follows
    set -l words (commandline -opc)
    test "$(__gnomon_command)" = "$argv[1]"; and test "$words[-1]" = "$argv[2]"
end

# Nothing before but the command and options: the operand at this place.
function __gnomon_operand
    set -l words (commandline -opc)
    set -l count (math (count $words) - 1 - $argv[2])
    test "$(__gnomon_command)" = "$argv[1]"; and test $count -ge $argv[3]
end

# Files that end like this, and folders.
function __gnomon_files
    set -l found
    for ending in $argv
        set -a found (__fish_complete_suffix .$ending | string match -e -- .$ending)
    end
    if test (count $found) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
        __fish_complete_directories (commandline -ct) ''
    end
end

complete -c gnomon -f
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a status -d 'print the daemon\'s status: the wearer\'s place, its accuracy, and what limits it'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a pose -d 'print the wearer\'s place and viewing direction'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a watch -d 'show the daemon\'s data live: a picture on a terminal, or line by line'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a view -d 'show the wearer\'s view and a plan in a browser: live, or from a recording'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a bridge -d 'let pages and dashboards read the wearer'
complete -c gnomon -n '__gnomon_stands_at 2 bridge' -a token -d 'print the token of the bridge\'s service'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a wait -d 'wait until heading or place are known well enough'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a nudge -d 'turn the heading clockwise by hand'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a release -d 'end the hold of a nudge: the heading follows the measurements again'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a reset -d 'start a new scene: heading and place are estimated anew'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a forget -d 'erase the data of places that the daemon has learned'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a record -d 'record every input in the daemon'
complete -c gnomon -n '__gnomon_stands_at 2 record' -a start -d 'start a recording of every input, in the daemon'
complete -c gnomon -n '__gnomon_stands_at 2 record' -a stop -d 'end the daemon\'s recording'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a push -d 'send samples from standard input to the daemon'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a scene -d 'print the places around the wearer, and the route'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a radar -d 'draw the places around the wearer in the terminal, ahead at the top'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a align -d 'measure the heading: look at a known place, and confirm with this command'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a place -d 'manage the places of the scene'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a add -d 'add a place to the scene'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a list -d 'list the places of the scene, and whether they are shown'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a show -d 'print one place: where it is, its tags and its payload'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a search -d 'find places by their words'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a filter -d 'print which places are shown, or choose them'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a remove -d 'remove places from the scene'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a favourite -d 'mark a place as a favourite, or remove the mark'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a import -d 'add the places of a file: GeoJSON, GPX, KML, a table, an OpenStreetMap extract, or an Overpass answer'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a export -d 'write the places to a file: GeoJSON, GPX or a table'
complete -c gnomon -n '__gnomon_stands_at 2 place' -a fetch -d 'get places of OpenStreetMap from an Overpass server, and add them'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a route -d 'manage the route'
complete -c gnomon -n '__gnomon_stands_at 2 route' -a load -d 'load a route into the scene; it replaces the current one'
complete -c gnomon -n '__gnomon_stands_at 2 route' -a check -d 'check a file of a route, and summarize it'
complete -c gnomon -n '__gnomon_stands_at 2 route' -a to -d 'get a route to a place from a routing server, and load it'
complete -c gnomon -n '__gnomon_stands_at 2 route' -a show -d 'print the active route and the progress on it'
complete -c gnomon -n '__gnomon_stands_at 2 route' -a clear -d 'end the active route'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a anchor -d 'manage what stays at a place of the scene'
complete -c gnomon -n '__gnomon_stands_at 2 anchor' -a add -d 'show something to all: at a place, in the scene, or before the head'
complete -c gnomon -n '__gnomon_stands_at 2 anchor' -a list -d 'list the anchors of all, and whether they are shown'
complete -c gnomon -n '__gnomon_stands_at 2 anchor' -a remove -d 'remove an anchor'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a terrain -d 'manage the tiles of the ground\'s heights'
complete -c gnomon -n '__gnomon_stands_at 2 terrain' -a add -d 'add heights of the ground: SRTM tiles and GeoTIFF files'
complete -c gnomon -n '__gnomon_stands_at 2 terrain' -a list -d 'list the tiles of terrain, and files that are not used'
complete -c gnomon -n '__gnomon_stands_at 2 terrain' -a remove -d 'remove tiles of terrain'
complete -c gnomon -n '__gnomon_stands_at 2 terrain' -a at -d 'the height of the ground at a place'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a announce -d 'speak the events on the way: turns, arrivals, leaving the route, places reached'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a share -d 'share poses, places and routes with a team'
complete -c gnomon -n '__gnomon_stands_at 2 share' -a join -d 'share the wearer\'s pose with a team, and see its members'
complete -c gnomon -n '__gnomon_stands_at 2 share' -a leave -d 'end the sharing'
complete -c gnomon -n '__gnomon_stands_at 2 share' -a status -d 'the messages sent to the team, to the byte, and the members near by'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a calibrate -d 'calibrate a sensor, with instructions, progress and a grade'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a calibration -d 'manage the stored calibrations'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a list -d 'list the stored calibrations: grade, age, and which are in force'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a show -d 'show everything about the calibration in force of one kind'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a undo -d 'remove the newest calibration of a kind, and put the previous one in force'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a export -d 'write the calibrations in force as JSON, for another machine or a backup'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a import -d 'put calibrations from a file in force'
complete -c gnomon -n '__gnomon_stands_at 2 calibration' -a verify -d 'compare the calibrations in force with the sensors for half a minute'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a allan -d 'compute a sensor\'s noise from a recording at rest, and the parameters that follow'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a simulate -d 'make a recording of a simulated walk, ride or bench test, with known truth'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a recording -d 'inspect, convert and cut recordings'
complete -c gnomon -n '__gnomon_stands_at 2 recording' -a info -d 'summarize a recording: sensors, rates, gaps, fixes, truth, refused lines'
complete -c gnomon -n '__gnomon_stands_at 2 recording' -a check -d 'check recordings: print every kind of fault and where it is'
complete -c gnomon -n '__gnomon_stands_at 2 recording' -a convert -d 'rewrite a recording in canonical form, plain or gzip'
complete -c gnomon -n '__gnomon_stands_at 2 recording' -a cut -d 'write a part of a recording, or one with fewer IMU samples'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a replay -d 'run the pipeline over a recording: write poses, score them against the truth'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a score -d 'compare poses with the truth in their recording'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a bench -d 'replay a folder of recordings with truth, and print how accurate the poses are'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a report -d 'write a page about a recorded session: tracks, corrections, accuracies, refusals'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a import -d 'make a recording from the log of a phone\'s app, a receiver, a robot or a table'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a export -d 'write a recorded session as GPX, GeoJSON, KML, a table, MCAP, or a trajectory'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a geo -d 'compute distances, directions, magnetic field and sun'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a field -d 'the Earth\'s magnetic field at a place: declination, dip, strength'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a inverse -d 'distance and azimuths of the shortest line between two places'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a direct -d 'the place at a distance and azimuth from another'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a local -d 'a place in metres east, north and up of another, and where it is seen'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a bearing -d 'the direction in which one place is seen from another, and the way back'
complete -c gnomon -n '__gnomon_stands_at 2 geo' -a sun -d 'where the sun stands at a place, and whether it is day, twilight or night'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a setup -d 'set a new device up: sensors, how it is worn, axes, calibrations, configuration'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a doctor -d 'check sensors, receiver, permissions, clocks and daemon, with remedies'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a config -d 'show and check the daemon\'s configuration'
complete -c gnomon -n '__gnomon_stands_at 2 config' -a show -d 'show the values of the configuration, and where they come from'
complete -c gnomon -n '__gnomon_stands_at 2 config' -a check -d 'check whether the daemon would accept the configuration, or these files'
complete -c gnomon -n '__gnomon_stands_at 1 ""' -a reload -d 'make the daemon read its configuration again'

# gnomon status
complete -c gnomon -n '__gnomon_is status' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is status' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is status' -l help -d 'explain the command, with examples'

# gnomon pose
complete -c gnomon -n '__gnomon_is pose' -l share -d 'the place as a geo: URI, or with --json as an OGC GeoPose'
complete -c gnomon -n '__gnomon_is pose' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is pose' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is pose' -l help -d 'explain the command, with examples'

# gnomon watch
complete -c gnomon -n '__gnomon_is watch' -l rate -x -d 'most poses, GeoPoses and alignments a second (1); pictures a second, 0.5 to 30 (10)'
complete -c gnomon -n '__gnomon_is watch' -s n -l count -x -d 'end after this number of messages; one of sensors or aids has several lines'
complete -c gnomon -n '__gnomon_is watch' -l filter -d 'start with the page of the filter: aiding sources and state vector'
complete -c gnomon -n '__gnomon_is watch' -l once -d 'draw one picture and end, for a log or an issue'
complete -c gnomon -n '__gnomon_is watch' -l size -x -d 'with --once: size of the picture (the terminal\'s, or 80x24)'
complete -c gnomon -n '__gnomon_is watch' -l plain -d 'lines instead of a picture (default without a terminal, and with TERM=dumb)'
complete -c gnomon -n '__gnomon_is watch' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is watch' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is watch' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "watch" 1 0' -a 'pose geopose alignment state sensors correction guidance aids' -d 'STREAM'

# gnomon view
complete -c gnomon -n '__gnomon_is view' -l port -x -d 'the port of the page (default: any free port)'
complete -c gnomon -n '__gnomon_is view' -l rate -x -d 'frames a second (30)'
complete -c gnomon -n '__gnomon_is view' -l recording -x -a '(__gnomon_files gnomon gnomon.gz)' -d 'show this recording'
complete -c gnomon -n '__gnomon_is view' -l speed -x -d 'speed as a multiple of real time (1); with --recording'
complete -c gnomon -n '__gnomon_is view' -l route -x -a '(__gnomon_files )' -d 'a route to show with it'
complete -c gnomon -n '__gnomon_is view' -l places -x -a '(__gnomon_files )' -d 'places to show with it'
complete -c gnomon -n '__gnomon_is view' -l page -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'serve your own page, FOLDER/index.html, in place of the built-in one'
complete -c gnomon -n '__gnomon_is view' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is view' -l json -d 'print the link as JSON'
complete -c gnomon -n '__gnomon_is view' -l help -d 'explain the command, with examples'

# gnomon bridge token
complete -c gnomon -n '__gnomon_is bridge token' -l token-file -x -a '(__gnomon_files )' -d 'the token of this file'
complete -c gnomon -n '__gnomon_is bridge token' -l json -d 'print it as JSON'
complete -c gnomon -n '__gnomon_is bridge token' -l help -d 'explain the command, with examples'

# gnomon bridge
complete -c gnomon -n '__gnomon_is bridge' -l port -x -d 'the port (default: any free port)'
complete -c gnomon -n '__gnomon_is bridge' -l origin -x -d 'permit the pages of this origin, as http://localhost:5173; repeatable'
complete -c gnomon -n '__gnomon_is bridge' -l allow -x -a 'org.gnomon.Tracking.ResetScene org.gnomon.Tracking.NudgeHeading org.gnomon.Tracking.ReleaseHeading org.gnomon.Tracking.Forget org.gnomon.Tracking.PushOdometry org.gnomon.Tracking.PushSamples org.gnomon.Scene.AddPlaces org.gnomon.Scene.RemovePlaces org.gnomon.Scene.SetFilter org.gnomon.Scene.SetFavourite org.gnomon.Scene.AlignToPlace org.gnomon.Scene.LoadRoute org.gnomon.Scene.ClearRoute org.gnomon.Scene.AddAnchor org.gnomon.Scene.RenewAnchor org.gnomon.Scene.RemoveAnchor org.gnomon.Calibration.Start org.gnomon.Calibration.Finish org.gnomon.Calibration.Accept org.gnomon.Calibration.Reject org.gnomon.Calibration.Cancel org.gnomon.Calibration.List org.gnomon.Calibration.Undo org.gnomon.Calibration.Export org.gnomon.Calibration.Import org.gnomon.Calibration.Verify org.gnomon.Control.GetConfiguration org.gnomon.Control.Reload org.gnomon.Control.StartRecording org.gnomon.Control.StopRecording' -d 'pass this method on as well; repeatable'
complete -c gnomon -n '__gnomon_is bridge' -l token-file -x -a '(__gnomon_files )' -d 'keep the token in FILE, which is made if it is missing'
complete -c gnomon -n '__gnomon_is bridge' -l configured -d 'use the section [Bridge] of the configuration'
complete -c gnomon -n '__gnomon_is bridge' -l config -x -a '(__gnomon_files conf)' -d 'use the section [Bridge] of FILE'
complete -c gnomon -n '__gnomon_is bridge' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is bridge' -l json -d 'print address and token as JSON'
complete -c gnomon -n '__gnomon_is bridge' -l help -d 'explain the command, with examples'

# gnomon wait
complete -c gnomon -n '__gnomon_is wait' -l heading -x -d 'required accuracy of the heading (1 σ), like 5deg'
complete -c gnomon -n '__gnomon_is wait' -l place -x -d 'required accuracy of the place (68 %), like 10m'
complete -c gnomon -n '__gnomon_is wait' -l timeout -x -d 'longest time to wait (no limit)'
complete -c gnomon -n '__gnomon_is wait' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is wait' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is wait' -l help -d 'explain the command, with examples'

# gnomon nudge
complete -c gnomon -n '__gnomon_is nudge' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is nudge' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is nudge' -l help -d 'explain the command, with examples'

# gnomon release
complete -c gnomon -n '__gnomon_is release' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is release' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is release' -l help -d 'explain the command, with examples'

# gnomon reset
complete -c gnomon -n '__gnomon_is reset' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is reset' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is reset' -l help -d 'explain the command, with examples'

# gnomon forget
complete -c gnomon -n '__gnomon_is forget' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is forget' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is forget' -l help -d 'explain the command, with examples'

# gnomon record start
complete -c gnomon -n '__gnomon_is record start' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is record start' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is record start' -l help -d 'explain the command, with examples'

# gnomon record stop
complete -c gnomon -n '__gnomon_is record stop' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is record stop' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is record stop' -l help -d 'explain the command, with examples'

# gnomon push
complete -c gnomon -n '__gnomon_is push' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is push' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is push' -l clock -x -d 'clock of the times: boot (CLOCK_BOOTTIME, the default), or device (the device\'s own)'
complete -c gnomon -n '__gnomon_is push' -l name -x -d 'name of the device: after a pause the scene goes on if it is the same'
complete -c gnomon -n '__gnomon_is push' -l help -d 'explain the command, with examples'

# gnomon scene
complete -c gnomon -n '__gnomon_is scene' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is scene' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is scene' -l help -d 'explain the command, with examples'

# gnomon radar
complete -c gnomon -n '__gnomon_is radar' -l range -x -d 'distance of the rim (500)'
complete -c gnomon -n '__gnomon_is radar' -l once -d 'draw once, and end'
complete -c gnomon -n '__gnomon_is radar' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is radar' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is radar' -l help -d 'explain the command, with examples'

# gnomon align
complete -c gnomon -n '__gnomon_is align' -l sigma -x -d 'how well the device points at it, 1 σ (2)'
complete -c gnomon -n '__gnomon_is align' -l accuracy -x -d 'how well the place is known, 68 % radius (5)'
complete -c gnomon -n '__gnomon_is align' -l sure -d 'it is this place, although the heading says otherwise'
complete -c gnomon -n '__gnomon_is align' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is align' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is align' -l help -d 'explain the command, with examples'

# gnomon place add
complete -c gnomon -n '__gnomon_is place add' -l id -x -d 'its id (default: made of name and position)'
complete -c gnomon -n '__gnomon_is place add' -l category -x -d 'its category'
complete -c gnomon -n '__gnomon_is place add' -l tag -x -d 'a tag; may be repeated'
complete -c gnomon -n '__gnomon_is place add' -l height -x -d 'above the ground'
complete -c gnomon -n '__gnomon_is place add' -l radius -x -d 'the wearer is at the place within this distance, 1 to 10000'
complete -c gnomon -n '__gnomon_is place add' -l payload -x -d 'an object for the programs that draw it'
complete -c gnomon -n '__gnomon_is place add' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place add' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place add' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place add' -l help -d 'explain the command, with examples'

# gnomon place list
complete -c gnomon -n '__gnomon_is place list' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place list' -l favourites -d 'favourites only'
complete -c gnomon -n '__gnomon_is place list' -s n -l count -x -d 'at most this number (100)'
complete -c gnomon -n '__gnomon_is place list' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place list' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place list' -l help -d 'explain the command, with examples'

# gnomon place show
complete -c gnomon -n '__gnomon_is place show' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place show' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place show' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place show' -l help -d 'explain the command, with examples'

# gnomon place search
complete -c gnomon -n '__gnomon_is place search' -s n -l count -x -d 'at most this number (20)'
complete -c gnomon -n '__gnomon_is place search' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place search' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place search' -l help -d 'explain the command, with examples'

# gnomon place filter
complete -c gnomon -n '__gnomon_is place filter' -l radius -x -d 'within so many meters, 200 to 1000'
complete -c gnomon -n '__gnomon_is place filter' -l category -x -d 'of this category; up to three times, "" for all'
complete -c gnomon -n '__gnomon_is place filter' -l tag -x -d 'with this tag; up to 32 times, "" for all'
complete -c gnomon -n '__gnomon_is place filter' -l favourites -d 'favourites only, or all'
complete -c gnomon -n '__gnomon_follows "place filter" --favourites' -a 'on off' -d '[on|off]'
complete -c gnomon -n '__gnomon_is place filter' -l clear -d 'everything again'
complete -c gnomon -n '__gnomon_is place filter' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place filter' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place filter' -l help -d 'explain the command, with examples'

# gnomon place remove
complete -c gnomon -n '__gnomon_is place remove' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place remove' -l all -d 'all places of the layer'
complete -c gnomon -n '__gnomon_is place remove' -l keep-favourites -d 'keep the favourites'
complete -c gnomon -n '__gnomon_is place remove' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place remove' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place remove' -l help -d 'explain the command, with examples'

# gnomon place favourite
complete -c gnomon -n '__gnomon_is place favourite' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place favourite' -l not -d 'remove the mark'
complete -c gnomon -n '__gnomon_is place favourite' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place favourite' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place favourite' -l help -d 'explain the command, with examples'

# gnomon place import
complete -c gnomon -n '__gnomon_is place import' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place import' -l tag -x -d 'of an OpenStreetMap extract the nodes with this tag; repeatable (named ones of the usual keys)'
complete -c gnomon -n '__gnomon_is place import' -l resume -d 'continue an unfinished import of this file'
complete -c gnomon -n '__gnomon_is place import' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place import' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place import' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "place import" 2 0' -a '(__gnomon_files geojson json gpx kml csv tsv osm pbf)' -d 'FILE'

# gnomon place export
complete -c gnomon -n '__gnomon_is place export' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place export' -l format -x -a 'geojson gpx csv' -d 'geojson, gpx or csv (default: by the file\'s ending, else geojson)'
complete -c gnomon -n '__gnomon_is place export' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place export' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place export' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "place export" 2 0' -a '(__gnomon_files geojson gpx csv)' -d 'FILE'

# gnomon place fetch
complete -c gnomon -n '__gnomon_is place fetch' -l overpass -x -d 'the server (GNOMON_OVERPASS)'
complete -c gnomon -n '__gnomon_is place fetch' -l category -x -d 'cafe, amenity=cafe or amenity=*; repeatable (all known ones)'
complete -c gnomon -n '__gnomon_is place fetch' -l query -x -d 'a question in Overpass QL, or @FILE, instead of categories'
complete -c gnomon -n '__gnomon_is place fetch' -l radius -x -d 'radius of the area (500)'
complete -c gnomon -n '__gnomon_is place fetch' -l at -x -d 'centre of the area (the wearer\'s place)'
complete -c gnomon -n '__gnomon_is place fetch' -l box -x -d 'a box instead of a radius, in degrees'
complete -c gnomon -n '__gnomon_is place fetch' -l layer -x -d 'the layer (default: your own)'
complete -c gnomon -n '__gnomon_is place fetch' -l timeout -x -d 'longest time for the answer (90)'
complete -c gnomon -n '__gnomon_is place fetch' -l dry-run -d 'print the question, and send nothing'
complete -c gnomon -n '__gnomon_is place fetch' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is place fetch' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is place fetch' -l help -d 'explain the command, with examples'

# gnomon route load
complete -c gnomon -n '__gnomon_is route load' -l name -x -d 'name of the destination'
complete -c gnomon -n '__gnomon_is route load' -l replace -d 'replace another user\'s route too'
complete -c gnomon -n '__gnomon_is route load' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is route load' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is route load' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "route load" 2 0' -a '(__gnomon_files )' -d 'FILE'

# gnomon route check
complete -c gnomon -n '__gnomon_is route check' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is route check' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "route check" 2 0' -a '(__gnomon_files )' -d 'FILE'

# gnomon route to
complete -c gnomon -n '__gnomon_is route to' -l router -x -d 'the server (GNOMON_ROUTER)'
complete -c gnomon -n '__gnomon_is route to' -l kind -x -a 'osrm valhalla' -d 'osrm or valhalla (default: found from the URL, else by a request)'
complete -c gnomon -n '__gnomon_is route to' -l profile -x -d 'the server\'s name of the means of travel (foot)'
complete -c gnomon -n '__gnomon_is route to' -l from -x -d 'start of the route (the wearer\'s place)'
complete -c gnomon -n '__gnomon_is route to' -l save -x -a '(__gnomon_files )' -d 'keep the server\'s answer'
complete -c gnomon -n '__gnomon_is route to' -l replace -d 'replace another user\'s route too'
complete -c gnomon -n '__gnomon_is route to' -l timeout -x -d 'longest time for the answer (30)'
complete -c gnomon -n '__gnomon_is route to' -l dry-run -d 'print the question, and send nothing'
complete -c gnomon -n '__gnomon_is route to' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is route to' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is route to' -l help -d 'explain the command, with examples'

# gnomon route show
complete -c gnomon -n '__gnomon_is route show' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is route show' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is route show' -l help -d 'explain the command, with examples'

# gnomon route clear
complete -c gnomon -n '__gnomon_is route clear' -l replace -d 'replace another user\'s route too'
complete -c gnomon -n '__gnomon_is route clear' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is route clear' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is route clear' -l help -d 'explain the command, with examples'

# gnomon anchor add
complete -c gnomon -n '__gnomon_is anchor add' -l at -x -d 'a place on Earth'
complete -c gnomon -n '__gnomon_is anchor add' -l height -x -d 'above the reference of --height-kind'
complete -c gnomon -n '__gnomon_is anchor add' -l height-kind -x -a 'eye ground ellipsoid sea-level' -d 'eye, ground, ellipsoid or sea-level (eye)'
complete -c gnomon -n '__gnomon_is anchor add' -l scene -x -d 'a point of the scene, in meters: y up'
complete -c gnomon -n '__gnomon_is anchor add' -l head -x -d 'a point before the head, in meters: right, up, back'
complete -c gnomon -n '__gnomon_is anchor add' -l heading -x -d 'true azimuth of its nose'
complete -c gnomon -n '__gnomon_is anchor add' -l faces-wearer -d 'its readable side turns toward the wearer'
complete -c gnomon -n '__gnomon_is anchor add' -l payload -x -d 'an object for those who draw it'
complete -c gnomon -n '__gnomon_is anchor add' -l tag -x -d 'a tag; may be repeated'
complete -c gnomon -n '__gnomon_is anchor add' -l lease -x -d 'how long it stays, 1 to 86400 (3600)'
complete -c gnomon -n '__gnomon_is anchor add' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is anchor add' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is anchor add' -l help -d 'explain the command, with examples'

# gnomon anchor list
complete -c gnomon -n '__gnomon_is anchor list' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is anchor list' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is anchor list' -l help -d 'explain the command, with examples'

# gnomon anchor remove
complete -c gnomon -n '__gnomon_is anchor remove' -l owner -x -d 'whose it is, as \'anchor list\' prints it'
complete -c gnomon -n '__gnomon_is anchor remove' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is anchor remove' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is anchor remove' -l help -d 'explain the command, with examples'

# gnomon terrain add
complete -c gnomon -n '__gnomon_is terrain add' -l directory -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder of tiles (the daemon\'s own, which it names)'
complete -c gnomon -n '__gnomon_is terrain add' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is terrain add' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is terrain add' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "terrain add" 2 0' -a '(__gnomon_files hgt tif tiff)' -d 'FILE'

# gnomon terrain list
complete -c gnomon -n '__gnomon_is terrain list' -l directory -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder of tiles (the daemon\'s own, which it names)'
complete -c gnomon -n '__gnomon_is terrain list' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is terrain list' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is terrain list' -l help -d 'explain the command, with examples'

# gnomon terrain remove
complete -c gnomon -n '__gnomon_is terrain remove' -l directory -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder of tiles (the daemon\'s own, which it names)'
complete -c gnomon -n '__gnomon_is terrain remove' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is terrain remove' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is terrain remove' -l help -d 'explain the command, with examples'

# gnomon terrain at
complete -c gnomon -n '__gnomon_is terrain at' -l directory -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder of tiles (the daemon\'s own, which it names)'
complete -c gnomon -n '__gnomon_is terrain at' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is terrain at' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is terrain at' -l help -d 'explain the command, with examples'

# gnomon announce
complete -c gnomon -n '__gnomon_is announce' -l print -d 'print the sentences instead'
complete -c gnomon -n '__gnomon_is announce' -l language -x -d 'language of the voice, for spd-say'
complete -c gnomon -n '__gnomon_is announce' -l voice -x -d 'a name from \'spd-say --list-synthesis-voices\''
complete -c gnomon -n '__gnomon_is announce' -l rate -x -d 'speed of speech, from -100 to 100'
complete -c gnomon -n '__gnomon_is announce' -s n -l count -x -d 'end after this number of events'
complete -c gnomon -n '__gnomon_is announce' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is announce' -l json -d 'print each event as a line of JSON instead of saying it'
complete -c gnomon -n '__gnomon_is announce' -l help -d 'explain the command, with examples'

# gnomon share join
complete -c gnomon -n '__gnomon_is share join' -l broker -x -d 'the broker: HOST, HOST:PORT or unix:/PATH (required)'
complete -c gnomon -n '__gnomon_is share join' -l name -x -d 'the name that the others see (the id unless given)'
complete -c gnomon -n '__gnomon_is share join' -l id -x -d 'the id in the broker\'s topics (drawn at random unless given)'
complete -c gnomon -n '__gnomon_is share join' -l tls-ca -x -a '(__gnomon_files )' -d 'the authority that has signed the broker\'s certificate (the system\'s unless given)'
complete -c gnomon -n '__gnomon_is share join' -l cert -x -a '(__gnomon_files )' -d 'a certificate of this device, for a broker that wants one'
complete -c gnomon -n '__gnomon_is share join' -l key -x -a '(__gnomon_files )' -d 'the key of that certificate'
complete -c gnomon -n '__gnomon_is share join' -l user -x -d 'the user at the broker'
complete -c gnomon -n '__gnomon_is share join' -l password-file -x -a '(__gnomon_files )' -d 'a file with the user\'s password in its first line'
complete -c gnomon -n '__gnomon_is share join' -l rate -x -d 'poses a second, 0.01 to 10 (1 unless given)'
complete -c gnomon -n '__gnomon_is share join' -l blur -x -d 'round the place to a grid of this many meters, 10 to 20000, and leave out direction and motion'
complete -c gnomon -n '__gnomon_is share join' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share join' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share join' -l help -d 'explain the command, with examples'

# gnomon share leave
complete -c gnomon -n '__gnomon_is share leave' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share leave' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share leave' -l help -d 'explain the command, with examples'

# gnomon share status
complete -c gnomon -n '__gnomon_is share status' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share status' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share status' -l help -d 'explain the command, with examples'

# gnomon share place add
complete -c gnomon -n '__gnomon_is share place add' -l category -x -d 'its category'
complete -c gnomon -n '__gnomon_is share place add' -l height -x -d 'its height above the ellipsoid (at the height of the eyes unless given)'
complete -c gnomon -n '__gnomon_is share place add' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share place add' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share place add' -l help -d 'explain the command, with examples'

# gnomon share place remove
complete -c gnomon -n '__gnomon_is share place remove' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share place remove' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share place remove' -l help -d 'explain the command, with examples'

# gnomon share route add
complete -c gnomon -n '__gnomon_is share route add' -l name -x -d 'its name (that of the file unless given)'
complete -c gnomon -n '__gnomon_is share route add' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share route add' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share route add' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "share route add" 3 1' -a '(__gnomon_files )' -d 'FILE'

# gnomon share route remove
complete -c gnomon -n '__gnomon_is share route remove' -l folder -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'the folder with share.json and state.json of the service (GNOMON_SHARE, else /etc/gnomon and /run/gnomon-share)'
complete -c gnomon -n '__gnomon_is share route remove' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is share route remove' -l help -d 'explain the command, with examples'

# gnomon calibrate
complete -c gnomon -n '__gnomon_is calibrate' -l seconds -x -d 'judge after this time at the latest; with --from, use only this much of the recording'
complete -c gnomon -n '__gnomon_is calibrate' -l turns -x -d 'gyro: counted full turns about one axis, for the scale (0)'
complete -c gnomon -n '__gnomon_is calibrate' -l yes -d 'accept this grade (good) or a better one without asking, else reject'
complete -c gnomon -n '__gnomon_follows "calibrate" --yes' -a 'poor fair good excellent' -d '[GRADE]'
complete -c gnomon -n '__gnomon_is calibrate' -l from -x -a '(__gnomon_files gnomon gnomon.gz)' -d 'calibrate from a recording instead; gzip-compressed or not'
complete -c gnomon -n '__gnomon_is calibrate' -l start -x -d 'with --from: begin at this second of the recording'
complete -c gnomon -n '__gnomon_is calibrate' -l unknown-place -d 'with --from: do not compare the field with the Earth\'s, for a place where steel bends it; the iron of the device is found nevertheless'
complete -c gnomon -n '__gnomon_is calibrate' -s o -l out -x -a '(__gnomon_files json)' -d 'with --from: write the calibration as JSON; - is standard output'
complete -c gnomon -n '__gnomon_is calibrate' -l plain -d 'no drawing: a line on each change (so without a terminal, and with TERM=dumb)'
complete -c gnomon -n '__gnomon_is calibrate' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibrate' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibrate' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibrate" 1 0' -a 'mag accel gyro axes time' -d 'mag|accel|gyro|axes|time'

# gnomon calibration list
complete -c gnomon -n '__gnomon_is calibration list' -l all -d 'also those of absent sensors'
complete -c gnomon -n '__gnomon_is calibration list' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration list' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration list' -l help -d 'explain the command, with examples'

# gnomon calibration show
complete -c gnomon -n '__gnomon_is calibration show' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration show' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration show' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibration show" 2 0' -a 'mag accel gyro axes time' -d 'mag|accel|gyro|axes|time'

# gnomon calibration undo
complete -c gnomon -n '__gnomon_is calibration undo' -l yes -d 'do not ask'
complete -c gnomon -n '__gnomon_is calibration undo' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration undo' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration undo' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibration undo" 2 0' -a 'mag accel gyro axes time' -d 'mag|accel|gyro|axes|time'

# gnomon calibration export
complete -c gnomon -n '__gnomon_is calibration export' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration export' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration export' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibration export" 2 0' -a 'mag accel gyro axes time' -d 'mag|accel|gyro|axes|time'
complete -c gnomon -n '__gnomon_operand "calibration export" 2 1' -a '(__gnomon_files json)' -d 'FILE'

# gnomon calibration import
complete -c gnomon -n '__gnomon_is calibration import' -l other-sensors -d 'import it even if it was made with other sensors'
complete -c gnomon -n '__gnomon_is calibration import' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration import' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration import' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibration import" 2 0' -a '(__gnomon_files json)' -d 'FILE'

# gnomon calibration verify
complete -c gnomon -n '__gnomon_is calibration verify' -l seconds -x -d 'duration of the check (30)'
complete -c gnomon -n '__gnomon_is calibration verify' -l plain -d 'no drawing: a line on each change'
complete -c gnomon -n '__gnomon_is calibration verify' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is calibration verify' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is calibration verify' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "calibration verify" 2 0' -a 'mag accel gyro' -d 'mag|accel|gyro'

# gnomon allan
complete -c gnomon -n '__gnomon_is allan' -l sensor -x -a 'gyro accel' -d 'gyro or accel (both)'
complete -c gnomon -n '__gnomon_is allan' -l page -x -a '(__gnomon_files html)' -d 'write the plots as one HTML page; - is standard output'
complete -c gnomon -n '__gnomon_is allan' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is allan' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "allan" 1 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'RECORDING'

# gnomon simulate
complete -c gnomon -n '__gnomon_is simulate' -l seed -x -d 'seed of the random numbers: another seed is another session (1)'
complete -c gnomon -n '__gnomon_is simulate' -s o -l output -x -a '(__gnomon_files gnomon gnomon.gz)' -d 'output file; gzip if it ends in .gz; - is standard output (-)'
complete -c gnomon -n '__gnomon_is simulate' -l set -x -a 'place.latitude= place.longitude= place.height= place.azimuth= walk.speed= walk.gait= walk.variability= drive.speed= drive.acceleration= drive.lateral= drive.vibration= gaze.style= gaze.range= gaze.shortest= gaze.longest= person.mount= person.step_peak= person.head_rate= trace.spacing= mount.yaw= mount.pitch= hills.height= hills.length= imu.rate= imu.warmup= imu.warmup_time= gyroscope.noise= gyroscope.instability= gyroscope.walk= gyroscope.bias= gyroscope.scale= gyroscope.misalignment= gyroscope.temperature= gyroscope.step= gyroscope.range= accelerometer.noise= accelerometer.instability= accelerometer.walk= accelerometer.bias= accelerometer.scale= accelerometer.misalignment= accelerometer.temperature= accelerometer.step= accelerometer.range= magnetometer.rate= magnetometer.noise= magnetometer.step= magnetometer.hardiron= magnetometer.softiron= magnetometer.lag= magnetometer.disturbance= magnetometer.length= barometer.rate= barometer.noise= barometer.weather= gnss.rate= gnss.bias= gnss.bias_time= gnss.noise= gnss.velocity_noise= gnss.latency= gnss.velocity_latency= gnss.stamped= gnss.outliers= gnss.outlier_size= gnss.first_fix_error= gnss.first_fix_after= gnss.stated= gnss.separation= truth.rate= temperature.rate=' -d 'change a setting; repeatable; --list prints them all'
complete -c gnomon -n '__gnomon_is simulate' -l fault -x -d 'add a fault; repeatable'
complete -c gnomon -n '__gnomon_is simulate' -l trace -x -a '(__gnomon_files csv)' -d 'write the truth as a TRACE too, with 100 rows a second'
complete -c gnomon -n '__gnomon_is simulate' -l terrain -x -a '(__fish_complete_directories (commandline -ct) "")' -d 'add the ground of the hills to this folder of tiles'
complete -c gnomon -n '__gnomon_is simulate' -l carrier -x -a 'head vehicle' -d 'head or vehicle, for way-points and traces (head)'
complete -c gnomon -n '__gnomon_is simulate' -l mount -x -a 'head foot' -d 'head or foot: where a walker wears the device (head)'
complete -c gnomon -n '__gnomon_is simulate' -l ideal -d 'perfect sensors, to which every --set still applies'
complete -c gnomon -n '__gnomon_is simulate' -l list -d 'print plans and settings'
complete -c gnomon -n '__gnomon_is simulate' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is simulate' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "simulate" 1 0' -a 'straight out-and-back city-blocks stairs hills look-around sideways around gallery errand crowd ride circle drive bench-rest bench-turns bench-sides' -d 'PLAN|WAYPOINTS|TRACE'

# gnomon recording info
complete -c gnomon -n '__gnomon_is recording info' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is recording info' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "recording info" 2 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon recording check
complete -c gnomon -n '__gnomon_is recording check' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is recording check' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "recording check" 2 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon recording convert
complete -c gnomon -n '__gnomon_is recording convert' -s o -l output -x -a '(__gnomon_files gnomon gnomon.gz)' -d 'output file; gzip if it ends in .gz; - is standard output'
complete -c gnomon -n '__gnomon_is recording convert' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is recording convert' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "recording convert" 2 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon recording cut
complete -c gnomon -n '__gnomon_is recording cut' -l from -x -d 'first time to keep, in the recording\'s seconds'
complete -c gnomon -n '__gnomon_is recording cut' -l to -x -d 'last time to keep'
complete -c gnomon -n '__gnomon_is recording cut' -l every -x -d 'one sample in N (1)'
complete -c gnomon -n '__gnomon_is recording cut' -s o -l output -x -a '(__gnomon_files gnomon gnomon.gz)' -d 'output file; gzip if it ends in .gz; - is standard output'
complete -c gnomon -n '__gnomon_is recording cut' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is recording cut' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "recording cut" 2 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon replay
complete -c gnomon -n '__gnomon_is replay' -l poses -x -a '(__gnomon_files csv)' -d 'write one row per gyroscope sample; - is standard output'
complete -c gnomon -n '__gnomon_is replay' -l geopose -x -a '(__gnomon_files jsonl)' -d 'write one OGC GeoPose per row; - is standard output'
complete -c gnomon -n '__gnomon_is replay' -l geopose-form -x -a 'quaternion ypr strict advanced' -d 'quaternion (default), ypr, strict or advanced'
complete -c gnomon -n '__gnomon_is replay' -l rate -x -d 'write at most this many rows a second'
complete -c gnomon -n '__gnomon_is replay' -l explain -d 'with --poses: comments with the unit and meaning of each column, before the rows'
complete -c gnomon -n '__gnomon_is replay' -l list-columns -d 'print the columns of --poses with their units and meanings; needs no FILE'
complete -c gnomon -n '__gnomon_is replay' -l score -d 'print the accuracy against the recording\'s truth, with units'
complete -c gnomon -n '__gnomon_is replay' -l save-state -x -a '(__gnomon_files json)' -d 'write the learned state at the end; - is standard output'
complete -c gnomon -n '__gnomon_is replay' -l corrections -x -a '(__gnomon_files csv)' -d 'write one row per correction of the alignment; - is standard output'
complete -c gnomon -n '__gnomon_is replay' -l pairs -d 'with --corrections: write the pairs of each correction too'
complete -c gnomon -n '__gnomon_is replay' -l aids -x -a '(__gnomon_files csv)' -d 'write one row per measurement of each aiding source; - is standard output'
complete -c gnomon -n '__gnomon_is replay' -l profile -x -a 'head torso hand foot vehicle free' -d 'head, torso, hand, foot, vehicle or free (the recorded one, else free)'
complete -c gnomon -n '__gnomon_is replay' -l set -x -a 'guard.quiet_gap= guard.longest_gap= guard.spike= guard.range= attitude.window= gyroscope.latency= gyroscope.noise= gyroscope.noise_per_rate= gyroscope.bias_walk= gyroscope.bias= gyroscope.scale= gyroscope.cross= accelerometer.noise= accelerometer.bias= attitude.tilt= gravity.velocity_noise= gravity.velocity_bound= gravity.valve= rest.rate= rest.force= rest.time= rest.bias_noise= relaxed.rate= relaxed.average= compass.hardiron= compass.distortion= compass.distortion_time= compass.initial_lag= compass.noise= compass.correlation_time= compass.step_threshold= gait.band_high= gait.threshold= gait.shortest_interval= gait.longest_interval= gait.run= gait.waving_rate= gait.waving_time= gait.stride= gait.walk_ratio= travel.tie= travel.coherence= height.assumed= height.rate= height.terrain_noise= height.terrain_error= outside.interval= outside.noise= outside.noise_share= foot.standing_window= foot.standing_rate= foot.standing_force= foot.standing_swing= foot.swing_time= foot.standing_noise= foot.lever_noise= foot.lever_up= foot.lever_back= foot.rest_window= foot.rest_rate= foot.rest_force= foot.rest_bias= foot.rest_noise= foot.rest_gate= foot.accelerometer_noise= foot.gyroscope_noise= foot.gyroscope_noise_per_rate= foot.tilt= foot.patience= foot.way_noise= foot.turn_share= foot.height_drift= foot.floor_noise= foot.floor_reach= step.along= step.across= stride.scale= place.walk= yaw.walk= yaw.drift= yaw.drift_walk= yaw.rest= outside.yaw_walk= receiver.error_time= receiver.white= receiver.excess= receiver.wrong= receiver.elsewhere= receiver.jump= receiver.jump_start= receiver.velocity_wrong= compass.use= compass.window= compass.spot= compass.spot_time= compass.room= compass.room_length= compass.chip= compass.direction_noise= compass.wrong_window= compass.wrong_chip= compass.wrong_start= compass.turns_wrong= compass.device_field= compass.device_field_calibrated= compass.device_changes= compass.year= walk.unseen= force.noise= force.shaking= vehicle.gyroscope_noise= gnss.velocity_lag= vehicle.latency_sigma= vehicle.fix_white= vehicle.fix_velocity_interval= vehicle.fix_gate= vehicle.lateral_noise= vehicle.vertical_noise= vehicle.slip= vehicle.mount_yaw= vehicle.mount_pitch= fix.latency= fix.precise_latency= fix.precise= fix.assumed_3d= fix.assumed_2d= fix.assumed_speed= heading.start= heading.given= heading.given_sigma= scene.heading= scene.heading_wait= applied.mode= applied.yaw_rate= applied.yaw_time= applied.place_rate= applied.place_time= applied.ease_time= applied.snap_distance= localized.radius= localized.heading= localized.lost_radius= localized.lost_heading= localized.dwell= localized.reason_dwell= localized.fix_age= localized.assumed_radius= localized.disturbance= guidance.delay= guidance.patience= guidance.open_sky= guidance.drift= guidance.stillness= guidance.stillness_patience= guidance.still_rate= guidance.still_speed= pin.sigma= leg.use= leg.walk= leg.corridor= leg.sigma= wearer.eye_height=' -d 'override a parameter; repeatable; --list prints them all'
complete -c gnomon -n '__gnomon_is replay' -l hide-fixes -x -d 'leave out the fixes of a stretch, in the recording\'s seconds; repeatable'
complete -c gnomon -n '__gnomon_is replay' -l initial-yaw -x -d 'start with this heading of the wearer, right or wrong, to see how it is corrected'
complete -c gnomon -n '__gnomon_is replay' -l initial-yaw-sigma -x -d '1 σ of that heading (heading.given_sigma, default 15)'
complete -c gnomon -n '__gnomon_is replay' -l calibration -x -a '(__gnomon_files json)' -d 'JSON calibrations instead of the recorded ones; \'none\' for none'
complete -c gnomon -n '__gnomon_is replay' -l state -x -a '(__gnomon_files json)' -d 'start with this learned state instead of the recorded one; \'none\' for no state'
complete -c gnomon -n '__gnomon_is replay' -l method -x -a 'filter fit pairs-random pairs-disjoint pairs-weighted pairs-all velocity compass estimate' -d 'source of heading and place: filter (default), or one method alone, for comparison; --set takes its parameters too'
complete -c gnomon -n '__gnomon_is replay' -l list -d 'print the parameters with their defaults, and the effect of larger and smaller values; with --profile those that it reads, with --method those of the methods too'
complete -c gnomon -n '__gnomon_is replay' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is replay' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "replay" 1 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon score
complete -c gnomon -n '__gnomon_is score' -l hidden -x -d 'a stretch that was replayed with --hide-fixes; repeatable'
complete -c gnomon -n '__gnomon_is score' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is score' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "score" 1 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'RECORDING'
complete -c gnomon -n '__gnomon_operand "score" 1 1' -a '(__gnomon_files csv)' -d 'POSES.csv'

# gnomon bench
complete -c gnomon -n '__gnomon_is bench' -l sources -d 'print the public data sets, their licences and files; needs no DATA'
complete -c gnomon -n '__gnomon_is bench' -l profile -x -a 'head torso hand foot vehicle free' -d 'head, torso, hand, foot, vehicle or free, for all recordings'
complete -c gnomon -n '__gnomon_is bench' -l set -x -a 'guard.quiet_gap= guard.longest_gap= guard.spike= guard.range= attitude.window= gyroscope.latency= gyroscope.noise= gyroscope.noise_per_rate= gyroscope.bias_walk= gyroscope.bias= gyroscope.scale= gyroscope.cross= accelerometer.noise= accelerometer.bias= attitude.tilt= gravity.velocity_noise= gravity.velocity_bound= gravity.valve= rest.rate= rest.force= rest.time= rest.bias_noise= relaxed.rate= relaxed.average= compass.hardiron= compass.distortion= compass.distortion_time= compass.initial_lag= compass.noise= compass.correlation_time= compass.step_threshold= gait.band_high= gait.threshold= gait.shortest_interval= gait.longest_interval= gait.run= gait.waving_rate= gait.waving_time= gait.stride= gait.walk_ratio= travel.tie= travel.coherence= height.assumed= height.rate= height.terrain_noise= height.terrain_error= outside.interval= outside.noise= outside.noise_share= foot.standing_window= foot.standing_rate= foot.standing_force= foot.standing_swing= foot.swing_time= foot.standing_noise= foot.lever_noise= foot.lever_up= foot.lever_back= foot.rest_window= foot.rest_rate= foot.rest_force= foot.rest_bias= foot.rest_noise= foot.rest_gate= foot.accelerometer_noise= foot.gyroscope_noise= foot.gyroscope_noise_per_rate= foot.tilt= foot.patience= foot.way_noise= foot.turn_share= foot.height_drift= foot.floor_noise= foot.floor_reach= step.along= step.across= stride.scale= place.walk= yaw.walk= yaw.drift= yaw.drift_walk= yaw.rest= outside.yaw_walk= receiver.error_time= receiver.white= receiver.excess= receiver.wrong= receiver.elsewhere= receiver.jump= receiver.jump_start= receiver.velocity_wrong= compass.use= compass.window= compass.spot= compass.spot_time= compass.room= compass.room_length= compass.chip= compass.direction_noise= compass.wrong_window= compass.wrong_chip= compass.wrong_start= compass.turns_wrong= compass.device_field= compass.device_field_calibrated= compass.device_changes= compass.year= walk.unseen= force.noise= force.shaking= vehicle.gyroscope_noise= gnss.velocity_lag= vehicle.latency_sigma= vehicle.fix_white= vehicle.fix_velocity_interval= vehicle.fix_gate= vehicle.lateral_noise= vehicle.vertical_noise= vehicle.slip= vehicle.mount_yaw= vehicle.mount_pitch= fix.latency= fix.precise_latency= fix.precise= fix.assumed_3d= fix.assumed_2d= fix.assumed_speed= heading.start= heading.given= heading.given_sigma= scene.heading= scene.heading_wait= applied.mode= applied.yaw_rate= applied.yaw_time= applied.place_rate= applied.place_time= applied.ease_time= applied.snap_distance= localized.radius= localized.heading= localized.lost_radius= localized.lost_heading= localized.dwell= localized.reason_dwell= localized.fix_age= localized.assumed_radius= localized.disturbance= guidance.delay= guidance.patience= guidance.open_sky= guidance.drift= guidance.stillness= guidance.stillness_patience= guidance.still_rate= guidance.still_speed= pin.sigma= leg.use= leg.walk= leg.corridor= leg.sigma= wearer.eye_height=' -d 'override a parameter; repeatable'
complete -c gnomon -n '__gnomon_is bench' -l only -x -d 'only recordings whose path holds the text'
complete -c gnomon -n '__gnomon_is bench' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is bench' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "bench" 1 0' -a '(__fish_complete_directories (commandline -ct) "")' -d 'DATA'

# gnomon report
complete -c gnomon -n '__gnomon_is report' -s o -l output -x -a '(__gnomon_files html)' -d 'output file; - is standard output'
complete -c gnomon -n '__gnomon_is report' -l allan -d 'add the noise of the inertial sensors, for a recording at rest (gnomon allan)'
complete -c gnomon -n '__gnomon_is report' -l route -x -a '(__gnomon_files )' -d 'the route of the session, if the recording does not have it'
complete -c gnomon -n '__gnomon_is report' -l places -x -a '(__gnomon_files )' -d 'places, to list which were shown and reached'
complete -c gnomon -n '__gnomon_is report' -l anonymise -d 'leave out place, time of day, device, names and notes'
complete -c gnomon -n '__gnomon_is report' -l profile -x -a 'head torso hand foot vehicle free' -d 'head, torso, hand, foot, vehicle or free (the recorded one, else free)'
complete -c gnomon -n '__gnomon_is report' -l set -x -a 'guard.quiet_gap= guard.longest_gap= guard.spike= guard.range= attitude.window= gyroscope.latency= gyroscope.noise= gyroscope.noise_per_rate= gyroscope.bias_walk= gyroscope.bias= gyroscope.scale= gyroscope.cross= accelerometer.noise= accelerometer.bias= attitude.tilt= gravity.velocity_noise= gravity.velocity_bound= gravity.valve= rest.rate= rest.force= rest.time= rest.bias_noise= relaxed.rate= relaxed.average= compass.hardiron= compass.distortion= compass.distortion_time= compass.initial_lag= compass.noise= compass.correlation_time= compass.step_threshold= gait.band_high= gait.threshold= gait.shortest_interval= gait.longest_interval= gait.run= gait.waving_rate= gait.waving_time= gait.stride= gait.walk_ratio= travel.tie= travel.coherence= height.assumed= height.rate= height.terrain_noise= height.terrain_error= outside.interval= outside.noise= outside.noise_share= foot.standing_window= foot.standing_rate= foot.standing_force= foot.standing_swing= foot.swing_time= foot.standing_noise= foot.lever_noise= foot.lever_up= foot.lever_back= foot.rest_window= foot.rest_rate= foot.rest_force= foot.rest_bias= foot.rest_noise= foot.rest_gate= foot.accelerometer_noise= foot.gyroscope_noise= foot.gyroscope_noise_per_rate= foot.tilt= foot.patience= foot.way_noise= foot.turn_share= foot.height_drift= foot.floor_noise= foot.floor_reach= step.along= step.across= stride.scale= place.walk= yaw.walk= yaw.drift= yaw.drift_walk= yaw.rest= outside.yaw_walk= receiver.error_time= receiver.white= receiver.excess= receiver.wrong= receiver.elsewhere= receiver.jump= receiver.jump_start= receiver.velocity_wrong= compass.use= compass.window= compass.spot= compass.spot_time= compass.room= compass.room_length= compass.chip= compass.direction_noise= compass.wrong_window= compass.wrong_chip= compass.wrong_start= compass.turns_wrong= compass.device_field= compass.device_field_calibrated= compass.device_changes= compass.year= walk.unseen= force.noise= force.shaking= vehicle.gyroscope_noise= gnss.velocity_lag= vehicle.latency_sigma= vehicle.fix_white= vehicle.fix_velocity_interval= vehicle.fix_gate= vehicle.lateral_noise= vehicle.vertical_noise= vehicle.slip= vehicle.mount_yaw= vehicle.mount_pitch= fix.latency= fix.precise_latency= fix.precise= fix.assumed_3d= fix.assumed_2d= fix.assumed_speed= heading.start= heading.given= heading.given_sigma= scene.heading= scene.heading_wait= applied.mode= applied.yaw_rate= applied.yaw_time= applied.place_rate= applied.place_time= applied.ease_time= applied.snap_distance= localized.radius= localized.heading= localized.lost_radius= localized.lost_heading= localized.dwell= localized.reason_dwell= localized.fix_age= localized.assumed_radius= localized.disturbance= guidance.delay= guidance.patience= guidance.open_sky= guidance.drift= guidance.stillness= guidance.stillness_patience= guidance.still_rate= guidance.still_speed= pin.sigma= leg.use= leg.walk= leg.corridor= leg.sigma= wearer.eye_height=' -d 'override a parameter; repeatable; --list prints them all'
complete -c gnomon -n '__gnomon_is report' -l hide-fixes -x -d 'leave out the fixes of a stretch, in the recording\'s seconds; repeatable'
complete -c gnomon -n '__gnomon_is report' -l initial-yaw -x -d 'start with this heading of the wearer, right or wrong, to see how it is corrected'
complete -c gnomon -n '__gnomon_is report' -l initial-yaw-sigma -x -d '1 σ of that heading (heading.given_sigma, default 15)'
complete -c gnomon -n '__gnomon_is report' -l calibration -x -a '(__gnomon_files json)' -d 'JSON calibrations instead of the recorded ones; \'none\' for none'
complete -c gnomon -n '__gnomon_is report' -l state -x -a '(__gnomon_files json)' -d 'start with this learned state instead of the recorded one; \'none\' for no state'
complete -c gnomon -n '__gnomon_is report' -l method -x -a 'filter fit pairs-random pairs-disjoint pairs-weighted pairs-all velocity compass estimate' -d 'source of heading and place: filter (default), or one method alone, for comparison; --set takes its parameters too'
complete -c gnomon -n '__gnomon_is report' -l json -d 'print the figures as JSON; a page is then written only with -o'
complete -c gnomon -n '__gnomon_is report' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "report" 1 0' -a '(__gnomon_files gnomon gnomon.gz)' -d 'FILE'

# gnomon import
complete -c gnomon -n '__gnomon_is import' -s o -l output -x -a '(__gnomon_files )' -d 'output file; gzip if it ends in .gz; - is standard output'
complete -c gnomon -n '__gnomon_is import' -l format -x -a 'gnss-logger phyphox sensor-logger gpx tum euroc rosbag columns receiver' -d 'gnss-logger, phyphox, sensor-logger, gpx, tum, euroc, rosbag, columns, receiver (default: found from the content)'
complete -c gnomon -n '__gnomon_is import' -l columns -x -d 'of a table: QUANTITY=COLUMN[:UNIT],…; t, ax ay az, gx gy gz, mx my mz, pressure, lat lon height …; repeatable'
complete -c gnomon -n '__gnomon_is import' -l axes -x -d 'where the log\'s axes point on the body: of right, left, up, down, front, back (ROS, TUM: front,left,up)'
complete -c gnomon -n '__gnomon_is import' -l up -x -a 'z y' -d 'the axis of a trajectory\'s world that points up: z (default) or y'
complete -c gnomon -n '__gnomon_is import' -l topic -x -d 'of a bag: read this topic (default: the first of each kind); repeatable'
complete -c gnomon -n '__gnomon_is import' -l profile -x -a 'head torso hand foot vehicle free' -d 'write this profile into the recording (hand for a phone, none for others)'
complete -c gnomon -n '__gnomon_is import' -l provider -x -d 'GnssLogger: provider of the fixes: gps, flp or nlp (default: the first of these that is present)'
complete -c gnomon -n '__gnomon_is import' -l separation -x -d 'phyphox, GPX: the geoid above the ellipsoid here, if heights are given above the sea'
complete -c gnomon -n '__gnomon_is import' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is import' -l help -d 'explain the command, with examples'

# gnomon export
complete -c gnomon -n '__gnomon_is export' -l to -x -a 'gpx geojson kml csv mcap tum kitti' -d 'gpx, geojson, kml, csv, mcap, tum or kitti (default: by the ending of OUT)'
complete -c gnomon -n '__gnomon_is export' -s o -l output -x -a '(__gnomon_files )' -d 'output file; - is standard output (-)'
complete -c gnomon -n '__gnomon_is export' -l what -x -d 'track, fixes, both, drawn (the track used for drawing) or all (default: both); of a trajectory: fused, odometry or truth'
complete -c gnomon -n '__gnomon_is export' -l rate -x -d 'points of the track a second (1), poses of MCAP (50), of a trajectory (all)'
complete -c gnomon -n '__gnomon_is export' -l ros2 -d 'MCAP: ROS 2\'s messages in CDR instead of JSON'
complete -c gnomon -n '__gnomon_is export' -l profile -x -a 'head torso hand foot vehicle free' -d 'head, torso, hand, foot, vehicle or free (the recorded one, else free)'
complete -c gnomon -n '__gnomon_is export' -l set -x -a 'guard.quiet_gap= guard.longest_gap= guard.spike= guard.range= attitude.window= gyroscope.latency= gyroscope.noise= gyroscope.noise_per_rate= gyroscope.bias_walk= gyroscope.bias= gyroscope.scale= gyroscope.cross= accelerometer.noise= accelerometer.bias= attitude.tilt= gravity.velocity_noise= gravity.velocity_bound= gravity.valve= rest.rate= rest.force= rest.time= rest.bias_noise= relaxed.rate= relaxed.average= compass.hardiron= compass.distortion= compass.distortion_time= compass.initial_lag= compass.noise= compass.correlation_time= compass.step_threshold= gait.band_high= gait.threshold= gait.shortest_interval= gait.longest_interval= gait.run= gait.waving_rate= gait.waving_time= gait.stride= gait.walk_ratio= travel.tie= travel.coherence= height.assumed= height.rate= height.terrain_noise= height.terrain_error= outside.interval= outside.noise= outside.noise_share= foot.standing_window= foot.standing_rate= foot.standing_force= foot.standing_swing= foot.swing_time= foot.standing_noise= foot.lever_noise= foot.lever_up= foot.lever_back= foot.rest_window= foot.rest_rate= foot.rest_force= foot.rest_bias= foot.rest_noise= foot.rest_gate= foot.accelerometer_noise= foot.gyroscope_noise= foot.gyroscope_noise_per_rate= foot.tilt= foot.patience= foot.way_noise= foot.turn_share= foot.height_drift= foot.floor_noise= foot.floor_reach= step.along= step.across= stride.scale= place.walk= yaw.walk= yaw.drift= yaw.drift_walk= yaw.rest= outside.yaw_walk= receiver.error_time= receiver.white= receiver.excess= receiver.wrong= receiver.elsewhere= receiver.jump= receiver.jump_start= receiver.velocity_wrong= compass.use= compass.window= compass.spot= compass.spot_time= compass.room= compass.room_length= compass.chip= compass.direction_noise= compass.wrong_window= compass.wrong_chip= compass.wrong_start= compass.turns_wrong= compass.device_field= compass.device_field_calibrated= compass.device_changes= compass.year= walk.unseen= force.noise= force.shaking= vehicle.gyroscope_noise= gnss.velocity_lag= vehicle.latency_sigma= vehicle.fix_white= vehicle.fix_velocity_interval= vehicle.fix_gate= vehicle.lateral_noise= vehicle.vertical_noise= vehicle.slip= vehicle.mount_yaw= vehicle.mount_pitch= fix.latency= fix.precise_latency= fix.precise= fix.assumed_3d= fix.assumed_2d= fix.assumed_speed= heading.start= heading.given= heading.given_sigma= scene.heading= scene.heading_wait= applied.mode= applied.yaw_rate= applied.yaw_time= applied.place_rate= applied.place_time= applied.ease_time= applied.snap_distance= localized.radius= localized.heading= localized.lost_radius= localized.lost_heading= localized.dwell= localized.reason_dwell= localized.fix_age= localized.assumed_radius= localized.disturbance= guidance.delay= guidance.patience= guidance.open_sky= guidance.drift= guidance.stillness= guidance.stillness_patience= guidance.still_rate= guidance.still_speed= pin.sigma= leg.use= leg.walk= leg.corridor= leg.sigma= wearer.eye_height=' -d 'override a parameter; repeatable; --list prints them all'
complete -c gnomon -n '__gnomon_is export' -l hide-fixes -x -d 'leave out the fixes of a stretch, in the recording\'s seconds; repeatable'
complete -c gnomon -n '__gnomon_is export' -l initial-yaw -x -d 'start with this heading of the wearer, right or wrong, to see how it is corrected'
complete -c gnomon -n '__gnomon_is export' -l initial-yaw-sigma -x -d '1 σ of that heading (heading.given_sigma, default 15)'
complete -c gnomon -n '__gnomon_is export' -l calibration -x -a '(__gnomon_files json)' -d 'JSON calibrations instead of the recorded ones; \'none\' for none'
complete -c gnomon -n '__gnomon_is export' -l state -x -a '(__gnomon_files json)' -d 'start with this learned state instead of the recorded one; \'none\' for no state'
complete -c gnomon -n '__gnomon_is export' -l method -x -a 'filter fit pairs-random pairs-disjoint pairs-weighted pairs-all velocity compass estimate' -d 'source of heading and place: filter (default), or one method alone, for comparison; --set takes its parameters too'
complete -c gnomon -n '__gnomon_is export' -l json -d 'print what was written as JSON'
complete -c gnomon -n '__gnomon_is export' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "export" 1 0' -a '(__gnomon_files )' -d 'FILE'

# gnomon geo field
complete -c gnomon -n '__gnomon_is geo field' -l height -x -d 'above the ellipsoid, in metres (0)'
complete -c gnomon -n '__gnomon_is geo field' -l year -x -d 'as a decimal, such as 2026.5 (today)'
complete -c gnomon -n '__gnomon_is geo field' -l model -x -a '(__gnomon_files )' -d 'coefficients instead of the built-in ones: NOAA\'s WMM.COF or gnomon\'s CSV'
complete -c gnomon -n '__gnomon_is geo field' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo field' -l help -d 'explain the command, with examples'

# gnomon geo inverse
complete -c gnomon -n '__gnomon_is geo inverse' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo inverse' -l help -d 'explain the command, with examples'

# gnomon geo direct
complete -c gnomon -n '__gnomon_is geo direct' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo direct' -l help -d 'explain the command, with examples'

# gnomon geo local
complete -c gnomon -n '__gnomon_is geo local' -l inverse -d 'from east, north, up to a place'
complete -c gnomon -n '__gnomon_is geo local' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo local' -l help -d 'explain the command, with examples'

# gnomon geo bearing
complete -c gnomon -n '__gnomon_is geo bearing' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo bearing' -l help -d 'explain the command, with examples'

# gnomon geo sun
complete -c gnomon -n '__gnomon_is geo sun' -l time -x -d 'as 2026-06-21T11:00:00Z (now)'
complete -c gnomon -n '__gnomon_is geo sun' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is geo sun' -l help -d 'explain the command, with examples'

# gnomon setup
complete -c gnomon -n '__gnomon_is setup' -l yes -d 'ask nothing: take the defaults, and calibrations that are good'
complete -c gnomon -n '__gnomon_is setup' -l profile -x -a 'head torso hand foot vehicle free' -d 'how it is worn, instead of the question'
complete -c gnomon -n '__gnomon_is setup' -l skip -x -a 'sensors wearing configuration axes gyro mag' -d 'leave this step out; repeatable'
complete -c gnomon -n '__gnomon_is setup' -l no-receiver -d 'there is no receiver: the daemon does not look for one'
complete -c gnomon -n '__gnomon_is setup' -l file -x -a '(__gnomon_files conf)' -d 'the file to write (/etc/gnomon/gnomon.conf.d/50-setup.conf)'
complete -c gnomon -n '__gnomon_is setup' -l wait -x -d 'longest time to wait for sensors (10)'
complete -c gnomon -n '__gnomon_is setup' -l seconds -x -d 'judge each calibration after this time at the latest'
complete -c gnomon -n '__gnomon_is setup' -l again -d 'begin at the first step, also after an unfinished session'
complete -c gnomon -n '__gnomon_is setup' -l undo -d 'take back all that setup has done'
complete -c gnomon -n '__gnomon_is setup' -l plain -d 'no drawing: a line on each change'
complete -c gnomon -n '__gnomon_is setup' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is setup' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is setup' -l help -d 'explain the command, with examples'

# gnomon doctor
complete -c gnomon -n '__gnomon_is doctor' -l report -d 'print one block for an issue instead: versions, findings, sensors, settings, state, warnings'
complete -c gnomon -n '__gnomon_is doctor' -l buses -d 'also look at I²C and SPI for sensors without a driver, and name the next step (as root)'
complete -c gnomon -n '__gnomon_is doctor' -l seconds -x -d 'duration of reading and listening (3)'
complete -c gnomon -n '__gnomon_is doctor' -l uri -x -d 'check the devices of another machine, by libiio\'s address, like ip:192.168.7.2'
complete -c gnomon -n '__gnomon_is doctor' -l set -x -a 'Device.Profile= GNSS.Address= GNSS.Device= GNSS.TimeTolerance= Sensors.Context= IMU.Device= IMU.Accelerometer= IMU.Gyroscope= IMU.Rate= IMU.MountMatrix= IMU.AccelerometerSign= Magnetometer.Device= Magnetometer.Rate= Magnetometer.MountMatrix= Barometer.Device= Socket.Path= Socket.Group= Socket.AdministratorGroup= Socket.OdometryUsers= Socket.SampleUsers= Recording.Directory= Recording.PartSize= Terrain.Directory= Places.MostPerContributor= Places.BytesPerContributor= State.Directory= Outlets.PoseRing= Outlets.NMEASocket= Outlets.NMEAPort= Outlets.NMEARate= Outlets.OpenTrack= Outlets.OpenTrackRate= Outlets.OSC= Outlets.OSCRate= Outlets.OSCPlaces= Bridge.Port= Bridge.Origins= Bridge.Allow= Scene.places.radius= Scene.places.most= Scene.places.play= Scene.places.least_play= Scene.places.hold= Scene.places.near= Scene.places.middle= Scene.places.at= Scene.places.enter= Scene.places.leave= Scene.places.gate_heading= Scene.places.gate_radius= Scene.places.gate_play= Scene.cluster.share= Scene.cluster.play= Scene.label.width= Scene.label.height= Scene.label.pixel= Scene.label.gap= Scene.stack.slots= Scene.stack.cost= Scene.stack.play= Scene.stack.hide= Scene.stack.show= Scene.stack.highest= Scene.drawing.mode= Scene.drawing.base= Scene.drawing.slope= Scene.drawing.shell= Scene.moving.age= Scene.moving.sigma= Scene.moving.gone= Scene.eye.sigma= Scene.finish.largest= Scene.finish.smallest= Scene.finish.near= Scene.finish.far= Scene.finish.text= Scene.finish.pulse= Scene.finish.pulse_scale= Scene.finish.pulse_opacity= Scene.upright.hold= Scene.hint.blend= Scene.hint.play= Scene.pick.margin= Scene.route.coarsest= Scene.route.corridor= Scene.route.patience= Scene.route.repeat_time= Scene.route.repeat_distance= Scene.route.wrong_way= Scene.route.ahead= Scene.route.behind= Scene.route.join_share= Scene.route.join_hysteresis= Scene.route.enter= Scene.route.leave= Scene.route.arrival= Scene.route.early= Scene.route.late= Scene.route.missed= Scene.route.walking_speed= Scene.route.turn_angle= Scene.route.turn_extent= Scene.route.arrow_spacing= Scene.route.arrows_behind= Scene.route.arrows_ahead= Scene.route.arrow_speed= Scene.route.dot_spacing= Scene.route.markers_ahead= Scene.route.line_width= Scene.route.line_behind= Scene.route.line_ahead= Scene.route.line_tolerance= Scene.route.cue_time= Parameters.guard.quiet_gap= Parameters.guard.longest_gap= Parameters.guard.spike= Parameters.guard.range= Parameters.attitude.window= Parameters.gyroscope.latency= Parameters.gyroscope.noise= Parameters.gyroscope.noise_per_rate= Parameters.gyroscope.bias_walk= Parameters.gyroscope.bias= Parameters.gyroscope.scale= Parameters.gyroscope.cross= Parameters.accelerometer.noise= Parameters.accelerometer.bias= Parameters.attitude.tilt= Parameters.gravity.velocity_noise= Parameters.gravity.velocity_bound= Parameters.gravity.valve= Parameters.rest.rate= Parameters.rest.force= Parameters.rest.time= Parameters.rest.bias_noise= Parameters.relaxed.rate= Parameters.relaxed.average= Parameters.compass.hardiron= Parameters.compass.distortion= Parameters.compass.distortion_time= Parameters.compass.initial_lag= Parameters.compass.noise= Parameters.compass.correlation_time= Parameters.compass.step_threshold= Parameters.gait.band_high= Parameters.gait.threshold= Parameters.gait.shortest_interval= Parameters.gait.longest_interval= Parameters.gait.run= Parameters.gait.waving_rate= Parameters.gait.waving_time= Parameters.gait.stride= Parameters.gait.walk_ratio= Parameters.travel.tie= Parameters.travel.coherence= Parameters.height.assumed= Parameters.height.rate= Parameters.height.terrain_noise= Parameters.height.terrain_error= Parameters.outside.interval= Parameters.outside.noise= Parameters.outside.noise_share= Parameters.foot.standing_window= Parameters.foot.standing_rate= Parameters.foot.standing_force= Parameters.foot.standing_swing= Parameters.foot.swing_time= Parameters.foot.standing_noise= Parameters.foot.lever_noise= Parameters.foot.lever_up= Parameters.foot.lever_back= Parameters.foot.rest_window= Parameters.foot.rest_rate= Parameters.foot.rest_force= Parameters.foot.rest_bias= Parameters.foot.rest_noise= Parameters.foot.rest_gate= Parameters.foot.accelerometer_noise= Parameters.foot.gyroscope_noise= Parameters.foot.gyroscope_noise_per_rate= Parameters.foot.tilt= Parameters.foot.patience= Parameters.foot.way_noise= Parameters.foot.turn_share= Parameters.foot.height_drift= Parameters.foot.floor_noise= Parameters.foot.floor_reach= Parameters.step.along= Parameters.step.across= Parameters.stride.scale= Parameters.place.walk= Parameters.yaw.walk= Parameters.yaw.drift= Parameters.yaw.drift_walk= Parameters.yaw.rest= Parameters.outside.yaw_walk= Parameters.receiver.error_time= Parameters.receiver.white= Parameters.receiver.excess= Parameters.receiver.wrong= Parameters.receiver.elsewhere= Parameters.receiver.jump= Parameters.receiver.jump_start= Parameters.receiver.velocity_wrong= Parameters.compass.use= Parameters.compass.window= Parameters.compass.spot= Parameters.compass.spot_time= Parameters.compass.room= Parameters.compass.room_length= Parameters.compass.chip= Parameters.compass.direction_noise= Parameters.compass.wrong_window= Parameters.compass.wrong_chip= Parameters.compass.wrong_start= Parameters.compass.turns_wrong= Parameters.compass.device_field= Parameters.compass.device_field_calibrated= Parameters.compass.device_changes= Parameters.compass.year= Parameters.walk.unseen= Parameters.force.noise= Parameters.force.shaking= Parameters.vehicle.gyroscope_noise= Parameters.gnss.velocity_lag= Parameters.vehicle.latency_sigma= Parameters.vehicle.fix_white= Parameters.vehicle.fix_velocity_interval= Parameters.vehicle.fix_gate= Parameters.vehicle.lateral_noise= Parameters.vehicle.vertical_noise= Parameters.vehicle.slip= Parameters.vehicle.mount_yaw= Parameters.vehicle.mount_pitch= Parameters.fix.latency= Parameters.fix.precise_latency= Parameters.fix.precise= Parameters.fix.assumed_3d= Parameters.fix.assumed_2d= Parameters.fix.assumed_speed= Parameters.heading.start= Parameters.heading.given= Parameters.heading.given_sigma= Parameters.scene.heading= Parameters.scene.heading_wait= Parameters.applied.mode= Parameters.applied.yaw_rate= Parameters.applied.yaw_time= Parameters.applied.place_rate= Parameters.applied.place_time= Parameters.applied.ease_time= Parameters.applied.snap_distance= Parameters.localized.radius= Parameters.localized.heading= Parameters.localized.lost_radius= Parameters.localized.lost_heading= Parameters.localized.dwell= Parameters.localized.reason_dwell= Parameters.localized.fix_age= Parameters.localized.assumed_radius= Parameters.localized.disturbance= Parameters.guidance.delay= Parameters.guidance.patience= Parameters.guidance.open_sky= Parameters.guidance.drift= Parameters.guidance.stillness= Parameters.guidance.stillness_patience= Parameters.guidance.still_rate= Parameters.guidance.still_speed= Parameters.pin.sigma= Parameters.leg.use= Parameters.leg.walk= Parameters.leg.corridor= Parameters.leg.sigma= Parameters.wearer.eye_height=' -d 'use this value, as if it were in a last file of the configuration; repeatable'
complete -c gnomon -n '__gnomon_is doctor' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is doctor' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is doctor' -l help -d 'explain the command, with examples'

# gnomon config show
complete -c gnomon -n '__gnomon_is config show' -l all -d 'show the defaults too'
complete -c gnomon -n '__gnomon_is config show' -l origin -d 'show file and line of each value'
complete -c gnomon -n '__gnomon_is config show' -l set -x -a 'Device.Profile= GNSS.Address= GNSS.Device= GNSS.TimeTolerance= Sensors.Context= IMU.Device= IMU.Accelerometer= IMU.Gyroscope= IMU.Rate= IMU.MountMatrix= IMU.AccelerometerSign= Magnetometer.Device= Magnetometer.Rate= Magnetometer.MountMatrix= Barometer.Device= Socket.Path= Socket.Group= Socket.AdministratorGroup= Socket.OdometryUsers= Socket.SampleUsers= Recording.Directory= Recording.PartSize= Terrain.Directory= Places.MostPerContributor= Places.BytesPerContributor= State.Directory= Outlets.PoseRing= Outlets.NMEASocket= Outlets.NMEAPort= Outlets.NMEARate= Outlets.OpenTrack= Outlets.OpenTrackRate= Outlets.OSC= Outlets.OSCRate= Outlets.OSCPlaces= Bridge.Port= Bridge.Origins= Bridge.Allow= Scene.places.radius= Scene.places.most= Scene.places.play= Scene.places.least_play= Scene.places.hold= Scene.places.near= Scene.places.middle= Scene.places.at= Scene.places.enter= Scene.places.leave= Scene.places.gate_heading= Scene.places.gate_radius= Scene.places.gate_play= Scene.cluster.share= Scene.cluster.play= Scene.label.width= Scene.label.height= Scene.label.pixel= Scene.label.gap= Scene.stack.slots= Scene.stack.cost= Scene.stack.play= Scene.stack.hide= Scene.stack.show= Scene.stack.highest= Scene.drawing.mode= Scene.drawing.base= Scene.drawing.slope= Scene.drawing.shell= Scene.moving.age= Scene.moving.sigma= Scene.moving.gone= Scene.eye.sigma= Scene.finish.largest= Scene.finish.smallest= Scene.finish.near= Scene.finish.far= Scene.finish.text= Scene.finish.pulse= Scene.finish.pulse_scale= Scene.finish.pulse_opacity= Scene.upright.hold= Scene.hint.blend= Scene.hint.play= Scene.pick.margin= Scene.route.coarsest= Scene.route.corridor= Scene.route.patience= Scene.route.repeat_time= Scene.route.repeat_distance= Scene.route.wrong_way= Scene.route.ahead= Scene.route.behind= Scene.route.join_share= Scene.route.join_hysteresis= Scene.route.enter= Scene.route.leave= Scene.route.arrival= Scene.route.early= Scene.route.late= Scene.route.missed= Scene.route.walking_speed= Scene.route.turn_angle= Scene.route.turn_extent= Scene.route.arrow_spacing= Scene.route.arrows_behind= Scene.route.arrows_ahead= Scene.route.arrow_speed= Scene.route.dot_spacing= Scene.route.markers_ahead= Scene.route.line_width= Scene.route.line_behind= Scene.route.line_ahead= Scene.route.line_tolerance= Scene.route.cue_time= Parameters.guard.quiet_gap= Parameters.guard.longest_gap= Parameters.guard.spike= Parameters.guard.range= Parameters.attitude.window= Parameters.gyroscope.latency= Parameters.gyroscope.noise= Parameters.gyroscope.noise_per_rate= Parameters.gyroscope.bias_walk= Parameters.gyroscope.bias= Parameters.gyroscope.scale= Parameters.gyroscope.cross= Parameters.accelerometer.noise= Parameters.accelerometer.bias= Parameters.attitude.tilt= Parameters.gravity.velocity_noise= Parameters.gravity.velocity_bound= Parameters.gravity.valve= Parameters.rest.rate= Parameters.rest.force= Parameters.rest.time= Parameters.rest.bias_noise= Parameters.relaxed.rate= Parameters.relaxed.average= Parameters.compass.hardiron= Parameters.compass.distortion= Parameters.compass.distortion_time= Parameters.compass.initial_lag= Parameters.compass.noise= Parameters.compass.correlation_time= Parameters.compass.step_threshold= Parameters.gait.band_high= Parameters.gait.threshold= Parameters.gait.shortest_interval= Parameters.gait.longest_interval= Parameters.gait.run= Parameters.gait.waving_rate= Parameters.gait.waving_time= Parameters.gait.stride= Parameters.gait.walk_ratio= Parameters.travel.tie= Parameters.travel.coherence= Parameters.height.assumed= Parameters.height.rate= Parameters.height.terrain_noise= Parameters.height.terrain_error= Parameters.outside.interval= Parameters.outside.noise= Parameters.outside.noise_share= Parameters.foot.standing_window= Parameters.foot.standing_rate= Parameters.foot.standing_force= Parameters.foot.standing_swing= Parameters.foot.swing_time= Parameters.foot.standing_noise= Parameters.foot.lever_noise= Parameters.foot.lever_up= Parameters.foot.lever_back= Parameters.foot.rest_window= Parameters.foot.rest_rate= Parameters.foot.rest_force= Parameters.foot.rest_bias= Parameters.foot.rest_noise= Parameters.foot.rest_gate= Parameters.foot.accelerometer_noise= Parameters.foot.gyroscope_noise= Parameters.foot.gyroscope_noise_per_rate= Parameters.foot.tilt= Parameters.foot.patience= Parameters.foot.way_noise= Parameters.foot.turn_share= Parameters.foot.height_drift= Parameters.foot.floor_noise= Parameters.foot.floor_reach= Parameters.step.along= Parameters.step.across= Parameters.stride.scale= Parameters.place.walk= Parameters.yaw.walk= Parameters.yaw.drift= Parameters.yaw.drift_walk= Parameters.yaw.rest= Parameters.outside.yaw_walk= Parameters.receiver.error_time= Parameters.receiver.white= Parameters.receiver.excess= Parameters.receiver.wrong= Parameters.receiver.elsewhere= Parameters.receiver.jump= Parameters.receiver.jump_start= Parameters.receiver.velocity_wrong= Parameters.compass.use= Parameters.compass.window= Parameters.compass.spot= Parameters.compass.spot_time= Parameters.compass.room= Parameters.compass.room_length= Parameters.compass.chip= Parameters.compass.direction_noise= Parameters.compass.wrong_window= Parameters.compass.wrong_chip= Parameters.compass.wrong_start= Parameters.compass.turns_wrong= Parameters.compass.device_field= Parameters.compass.device_field_calibrated= Parameters.compass.device_changes= Parameters.compass.year= Parameters.walk.unseen= Parameters.force.noise= Parameters.force.shaking= Parameters.vehicle.gyroscope_noise= Parameters.gnss.velocity_lag= Parameters.vehicle.latency_sigma= Parameters.vehicle.fix_white= Parameters.vehicle.fix_velocity_interval= Parameters.vehicle.fix_gate= Parameters.vehicle.lateral_noise= Parameters.vehicle.vertical_noise= Parameters.vehicle.slip= Parameters.vehicle.mount_yaw= Parameters.vehicle.mount_pitch= Parameters.fix.latency= Parameters.fix.precise_latency= Parameters.fix.precise= Parameters.fix.assumed_3d= Parameters.fix.assumed_2d= Parameters.fix.assumed_speed= Parameters.heading.start= Parameters.heading.given= Parameters.heading.given_sigma= Parameters.scene.heading= Parameters.scene.heading_wait= Parameters.applied.mode= Parameters.applied.yaw_rate= Parameters.applied.yaw_time= Parameters.applied.place_rate= Parameters.applied.place_time= Parameters.applied.ease_time= Parameters.applied.snap_distance= Parameters.localized.radius= Parameters.localized.heading= Parameters.localized.lost_radius= Parameters.localized.lost_heading= Parameters.localized.dwell= Parameters.localized.reason_dwell= Parameters.localized.fix_age= Parameters.localized.assumed_radius= Parameters.localized.disturbance= Parameters.guidance.delay= Parameters.guidance.patience= Parameters.guidance.open_sky= Parameters.guidance.drift= Parameters.guidance.stillness= Parameters.guidance.stillness_patience= Parameters.guidance.still_rate= Parameters.guidance.still_speed= Parameters.pin.sigma= Parameters.leg.use= Parameters.leg.walk= Parameters.leg.corridor= Parameters.leg.sigma= Parameters.wearer.eye_height=' -d 'use this value, as if it were in a last file; repeatable'
complete -c gnomon -n '__gnomon_is config show' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is config show' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "config show" 2 0' -a 'Device GNSS Sensors IMU Magnetometer Barometer Socket Recording Terrain Places State Outlets Bridge Scene Parameters' -d 'SECTION'

# gnomon config check
complete -c gnomon -n '__gnomon_is config check' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is config check' -l help -d 'explain the command, with examples'
complete -c gnomon -n '__gnomon_operand "config check" 2 0' -a '(__gnomon_files conf)' -d 'FILE'

# gnomon reload
complete -c gnomon -n '__gnomon_is reload' -l socket -x -a '(__gnomon_files )' -d 'the daemon\'s socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)'
complete -c gnomon -n '__gnomon_is reload' -l json -d 'print the result as JSON'
complete -c gnomon -n '__gnomon_is reload' -l help -d 'explain the command, with examples'
