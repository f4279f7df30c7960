# gnomon in bash. Written by 'make manual' from the program's syntax; a test compares them. Do not edit.
# shellcheck shell=bash

# The words that may follow these: commands.
_gnomon_words() {
  case $1 in
  '') echo 'status pose watch view bridge wait nudge release reset forget record push scene radar align place route anchor terrain announce share calibrate calibration allan simulate recording replay score bench report import export geo setup doctor config reload' ;;
  'bridge') echo 'token' ;;
  'record') echo 'start stop' ;;
  'place') echo 'add list show search filter remove favourite import export fetch' ;;
  'route') echo 'load check to show clear' ;;
  'anchor') echo 'add list remove' ;;
  'terrain') echo 'add list remove at' ;;
  'share') echo 'join leave status' ;;
  'calibration') echo 'list show undo export import verify' ;;
  'recording') echo 'info check convert cut' ;;
  'geo') echo 'field inverse direct local bearing sun' ;;
  'config') echo 'show check' ;;
  *) return 1 ;;
  esac
}

# The options of a command.
_gnomon_options() {
  case $1 in
  'status' | 'nudge' | 'release' | 'reset' | 'forget' | 'record start' | 'record stop' | 'scene' | 'route show' | 'anchor list' | 'calibration show' | 'calibration export' | 'reload') echo '--socket --json --help' ;;
  'pose') echo '--share --socket --json --help' ;;
  'watch') echo '--rate -n --count --filter --once --size --plain --socket --json --help' ;;
  'view') echo '--port --rate --recording --speed --route --places --page --socket --json --help' ;;
  'bridge token') echo '--token-file --json --help' ;;
  'bridge') echo '--port --origin --allow --token-file --configured --config --socket --json --help' ;;
  'wait') echo '--heading --place --timeout --socket --json --help' ;;
  'push') echo '--socket --json --clock --name --help' ;;
  'radar') echo '--range --once --socket --json --help' ;;
  'align') echo '--sigma --accuracy --sure --socket --json --help' ;;
  'place add') echo '--id --category --tag --height --radius --payload --layer --socket --json --help' ;;
  'place list') echo '--layer --favourites -n --count --socket --json --help' ;;
  'place show') echo '--layer --socket --json --help' ;;
  'place search') echo '-n --count --socket --json --help' ;;
  'place filter') echo '--radius --category --tag --favourites --clear --socket --json --help' ;;
  'place remove') echo '--layer --all --keep-favourites --socket --json --help' ;;
  'place favourite') echo '--layer --not --socket --json --help' ;;
  'place import') echo '--layer --tag --resume --socket --json --help' ;;
  'place export') echo '--layer --format --socket --json --help' ;;
  'place fetch') echo '--overpass --category --query --radius --at --box --layer --timeout --dry-run --socket --json --help' ;;
  'route load') echo '--name --replace --socket --json --help' ;;
  'route check' | 'recording info' | 'recording check' | 'geo inverse' | 'geo direct' | 'geo bearing' | 'config check') echo '--json --help' ;;
  'route to') echo '--router --kind --profile --from --save --replace --timeout --dry-run --socket --json --help' ;;
  'route clear') echo '--replace --socket --json --help' ;;
  'anchor add') echo '--at --height --height-kind --scene --head --heading --faces-wearer --payload --tag --lease --socket --json --help' ;;
  'anchor remove') echo '--owner --socket --json --help' ;;
  'terrain add' | 'terrain list' | 'terrain remove' | 'terrain at') echo '--directory --socket --json --help' ;;
  'announce') echo '--print --language --voice --rate -n --count --socket --json --help' ;;
  'share join') echo '--broker --name --id --tls-ca --cert --key --user --password-file --rate --blur --folder --json --help' ;;
  'share leave' | 'share status' | 'share place remove' | 'share route remove') echo '--folder --json --help' ;;
  'share place add') echo '--category --height --folder --json --help' ;;
  'share route add') echo '--name --folder --json --help' ;;
  'calibrate') echo '--seconds --turns --yes --from --start --unknown-place -o --out --plain --socket --json --help' ;;
  'calibration list') echo '--all --socket --json --help' ;;
  'calibration undo') echo '--yes --socket --json --help' ;;
  'calibration import') echo '--other-sensors --socket --json --help' ;;
  'calibration verify') echo '--seconds --plain --socket --json --help' ;;
  'allan') echo '--sensor --page --json --help' ;;
  'simulate') echo '--seed -o --output --set --fault --trace --terrain --carrier --mount --ideal --list --json --help' ;;
  'recording convert') echo '-o --output --json --help' ;;
  'recording cut') echo '--from --to --every -o --output --json --help' ;;
  'replay') echo '--poses --geopose --geopose-form --rate --explain --list-columns --score --save-state --corrections --pairs --aids --profile --set --hide-fixes --initial-yaw --initial-yaw-sigma --calibration --state --method --list --json --help' ;;
  'score') echo '--hidden --json --help' ;;
  'bench') echo '--sources --profile --set --only --json --help' ;;
  'report') echo '-o --output --allan --route --places --anonymise --profile --set --hide-fixes --initial-yaw --initial-yaw-sigma --calibration --state --method --json --help' ;;
  'import') echo '-o --output --format --columns --axes --up --topic --profile --provider --separation --json --help' ;;
  'export') echo '--to -o --output --what --rate --ros2 --profile --set --hide-fixes --initial-yaw --initial-yaw-sigma --calibration --state --method --json --help' ;;
  'geo field') echo '--height --year --model --json --help' ;;
  'geo local') echo '--inverse --json --help' ;;
  'geo sun') echo '--time --json --help' ;;
  'setup') echo '--yes --profile --skip --no-receiver --file --wait --seconds --again --undo --plain --socket --json --help' ;;
  'doctor') echo '--report --buses --seconds --uri --set --socket --json --help' ;;
  'config show') echo '--all --origin --set --json --help' ;;
  *) return 1 ;;
  esac
}

# What follows COMMAND:OPTION, or is operand N of COMMAND:N: a kind, and its words or endings. N+ is every one from there on.
_gnomon_kind() {
  case $1 in
  'status:--socket' | 'pose:--socket' | 'watch:--socket' | 'view:--route' | 'view:--places' | 'view:--socket' | 'bridge token:--token-file' | 'bridge:--token-file' | 'bridge:--socket' | 'wait:--socket' | 'nudge:--socket' | 'release:--socket' | 'reset:--socket' | 'forget:--socket' | 'record start:--socket' | 'record stop:--socket' | 'push:--socket' | 'scene:--socket' | 'radar:--socket' | 'align:--socket' | 'place add:--socket' | 'place list:--socket' | 'place show:--socket' | 'place search:--socket' | 'place filter:--socket' | 'place remove:--socket' | 'place favourite:--socket' | 'place import:--socket' | 'place export:--socket' | 'place fetch:--socket' | 'route load:--socket' | 'route load:1' | 'route check:1' | 'route to:--save' | 'route to:--socket' | 'route show:--socket' | 'route clear:--socket' | 'anchor add:--socket' | 'anchor list:--socket' | 'anchor remove:--socket' | 'terrain add:--socket' | 'terrain list:--socket' | 'terrain remove:--socket' | 'terrain at:--socket' | 'announce:--socket' | 'share join:--tls-ca' | 'share join:--cert' | 'share join:--key' | 'share join:--password-file' | 'share route add:2' | 'calibrate:--socket' | 'calibration list:--socket' | 'calibration show:--socket' | 'calibration undo:--socket' | 'calibration export:--socket' | 'calibration import:--socket' | 'calibration verify:--socket' | 'report:--route' | 'report:--places' | 'import:--output' | 'import:-o' | 'export:--output' | 'export:-o' | 'export:1' | 'geo field:--model' | 'setup:--socket' | 'doctor:--socket' | 'reload:--socket') echo 'file' ;;
  'watch:--rate' | 'watch:--count' | 'watch:-n' | 'watch:--size' | 'view:--port' | 'view:--rate' | 'view:--speed' | 'bridge:--port' | 'bridge:--origin' | 'wait:--heading' | 'wait:--place' | 'wait:--timeout' | 'nudge:1' | 'record start:1' | 'push:--clock' | 'push:--name' | 'radar:--range' | 'align:--sigma' | 'align:--accuracy' | 'align:1' | 'place add:--id' | 'place add:--category' | 'place add:--tag' | 'place add:--height' | 'place add:--radius' | 'place add:--payload' | 'place add:--layer' | 'place add:1' | 'place add:2' | 'place add:3' | 'place list:--layer' | 'place list:--count' | 'place list:-n' | 'place show:--layer' | 'place show:1' | 'place search:--count' | 'place search:-n' | 'place search:1+' | 'place filter:--radius' | 'place filter:--category' | 'place filter:--tag' | 'place remove:--layer' | 'place remove:1+' | 'place favourite:--layer' | 'place favourite:1' | 'place import:--layer' | 'place import:--tag' | 'place export:--layer' | 'place fetch:--overpass' | 'place fetch:--category' | 'place fetch:--query' | 'place fetch:--radius' | 'place fetch:--at' | 'place fetch:--box' | 'place fetch:--layer' | 'place fetch:--timeout' | 'route load:--name' | 'route to:--router' | 'route to:--profile' | 'route to:--from' | 'route to:--timeout' | 'route to:1+' | 'anchor add:--at' | 'anchor add:--height' | 'anchor add:--scene' | 'anchor add:--head' | 'anchor add:--heading' | 'anchor add:--payload' | 'anchor add:--tag' | 'anchor add:--lease' | 'anchor add:1' | 'anchor remove:--owner' | 'anchor remove:1' | 'terrain remove:1+' | 'terrain at:1' | 'terrain at:2' | 'announce:--language' | 'announce:--voice' | 'announce:--rate' | 'announce:--count' | 'announce:-n' | 'share join:--broker' | 'share join:--name' | 'share join:--id' | 'share join:--user' | 'share join:--rate' | 'share join:--blur' | 'share join:1' | 'share place add:--category' | 'share place add:--height' | 'share place add:1' | 'share place add:2' | 'share place add:3' | 'share place add:4' | 'share place remove:1' | 'share route add:--name' | 'share route add:1' | 'share route remove:1' | 'calibrate:--seconds' | 'calibrate:--turns' | 'calibrate:--start' | 'calibration verify:--seconds' | 'simulate:--seed' | 'simulate:--fault' | 'recording cut:--from' | 'recording cut:--to' | 'recording cut:--every' | 'replay:--rate' | 'replay:--hide-fixes' | 'replay:--initial-yaw' | 'replay:--initial-yaw-sigma' | 'score:--hidden' | 'bench:--only' | 'report:--hide-fixes' | 'report:--initial-yaw' | 'report:--initial-yaw-sigma' | 'import:--columns' | 'import:--axes' | 'import:--topic' | 'import:--provider' | 'import:--separation' | 'import:1+' | 'export:--what' | 'export:--rate' | 'export:--hide-fixes' | 'export:--initial-yaw' | 'export:--initial-yaw-sigma' | 'geo field:--height' | 'geo field:--year' | 'geo field:1' | 'geo field:2' | 'geo inverse:1' | 'geo inverse:2' | 'geo inverse:3' | 'geo inverse:4' | 'geo direct:1' | 'geo direct:2' | 'geo direct:3' | 'geo direct:4' | 'geo local:1' | 'geo local:2' | 'geo local:3' | 'geo local:4' | 'geo local:5' | 'geo local:6' | 'geo bearing:1' | 'geo bearing:2' | 'geo bearing:3' | 'geo bearing:4' | 'geo sun:--time' | 'geo sun:1' | 'geo sun:2' | 'setup:--wait' | 'setup:--seconds' | 'doctor:--seconds' | 'doctor:--uri') echo 'text' ;;
  'watch:1+') echo 'words pose geopose alignment state sensors correction guidance aids' ;;
  'view:--recording' | 'calibrate:--from' | 'allan:1' | 'simulate:--output' | 'simulate:-o' | 'recording info:1' | 'recording check:1+' | 'recording convert:--output' | 'recording convert:-o' | 'recording convert:1' | 'recording cut:--output' | 'recording cut:-o' | 'recording cut:1' | 'replay:1' | 'score:1' | 'report:1') echo 'file gnomon gnomon.gz' ;;
  'view:--page' | 'terrain add:--directory' | 'terrain list:--directory' | 'terrain remove:--directory' | 'terrain at:--directory' | 'share join:--folder' | 'share leave:--folder' | 'share status:--folder' | 'share place add:--folder' | 'share place remove:--folder' | 'share route add:--folder' | 'share route remove:--folder' | 'simulate:--terrain' | 'bench:1') echo 'folder' ;;
  'bridge:--allow') echo 'words org.gnomon.Tracking.ResetScene org.gnomon.Tracking.NudgeHeading org.gnomon.Tracking.ReleaseHeading org.gnomon.Tracking.Forget org.gnomon.Tracking.PushOdometry org.gnomon.Tracking.PushSamples org.gnomon.Scene.AddPlaces org.gnomon.Scene.RemovePlaces org.gnomon.Scene.SetFilter org.gnomon.Scene.SetFavourite org.gnomon.Scene.AlignToPlace org.gnomon.Scene.LoadRoute org.gnomon.Scene.ClearRoute org.gnomon.Scene.AddAnchor org.gnomon.Scene.RenewAnchor org.gnomon.Scene.RemoveAnchor org.gnomon.Calibration.Start org.gnomon.Calibration.Finish org.gnomon.Calibration.Accept org.gnomon.Calibration.Reject org.gnomon.Calibration.Cancel org.gnomon.Calibration.List org.gnomon.Calibration.Undo org.gnomon.Calibration.Export org.gnomon.Calibration.Import org.gnomon.Calibration.Verify org.gnomon.Control.GetConfiguration org.gnomon.Control.Reload org.gnomon.Control.StartRecording org.gnomon.Control.StopRecording' ;;
  'bridge:--config' | 'setup:--file' | 'config check:1+') echo 'file conf' ;;
  'place filter:--favourites') echo 'words on off' ;;
  'place import:1') echo 'file geojson json gpx kml csv tsv osm pbf' ;;
  'place export:--format') echo 'words geojson gpx csv' ;;
  'place export:1') echo 'file geojson gpx csv' ;;
  'route to:--kind') echo 'words osrm valhalla' ;;
  'anchor add:--height-kind') echo 'words eye ground ellipsoid sea-level' ;;
  'terrain add:1+') echo 'file hgt tif tiff' ;;
  'calibrate:--yes') echo 'words poor fair good excellent' ;;
  'calibrate:--out' | 'calibrate:-o' | 'calibration export:2' | 'calibration import:1' | 'replay:--save-state' | 'replay:--calibration' | 'replay:--state' | 'report:--calibration' | 'report:--state' | 'export:--calibration' | 'export:--state') echo 'file json' ;;
  'calibrate:1' | 'calibration show:1' | 'calibration undo:1' | 'calibration export:1') echo 'words mag accel gyro axes time' ;;
  'calibration verify:1') echo 'words mag accel gyro' ;;
  'allan:--sensor') echo 'words gyro accel' ;;
  'allan:--page' | 'report:--output' | 'report:-o') echo 'file html' ;;
  'simulate:--set') echo 'assignment place.latitude place.longitude place.height place.azimuth walk.speed walk.gait walk.variability drive.speed drive.acceleration drive.lateral drive.vibration gaze.style gaze.range gaze.shortest gaze.longest person.mount person.step_peak person.head_rate trace.spacing mount.yaw mount.pitch hills.height hills.length imu.rate imu.warmup imu.warmup_time gyroscope.noise gyroscope.instability gyroscope.walk gyroscope.bias gyroscope.scale gyroscope.misalignment gyroscope.temperature gyroscope.step gyroscope.range accelerometer.noise accelerometer.instability accelerometer.walk accelerometer.bias accelerometer.scale accelerometer.misalignment accelerometer.temperature accelerometer.step accelerometer.range magnetometer.rate magnetometer.noise magnetometer.step magnetometer.hardiron magnetometer.softiron magnetometer.lag magnetometer.disturbance magnetometer.length barometer.rate barometer.noise barometer.weather gnss.rate gnss.bias gnss.bias_time gnss.noise gnss.velocity_noise gnss.latency gnss.velocity_latency gnss.stamped gnss.outliers gnss.outlier_size gnss.first_fix_error gnss.first_fix_after gnss.stated gnss.separation truth.rate temperature.rate' ;;
  'simulate:--trace' | 'replay:--poses' | 'replay:--corrections' | 'replay:--aids' | 'score:2') echo 'file csv' ;;
  'simulate:--carrier') echo 'words head vehicle' ;;
  'simulate:--mount') echo 'words head foot' ;;
  'simulate:1') echo 'words straight out-and-back city-blocks stairs hills look-around sideways around gallery errand crowd ride circle drive bench-rest bench-turns bench-sides' ;;
  'replay:--geopose') echo 'file jsonl' ;;
  'replay:--geopose-form') echo 'words quaternion ypr strict advanced' ;;
  'replay:--profile' | 'bench:--profile' | 'report:--profile' | 'import:--profile' | 'export:--profile' | 'setup:--profile') echo 'words head torso hand foot vehicle free' ;;
  'replay:--set' | 'bench:--set' | 'report:--set' | 'export:--set') echo 'assignment guard.quiet_gap guard.longest_gap guard.spike guard.range attitude.window gyroscope.latency gyroscope.noise gyroscope.noise_per_rate gyroscope.bias_walk gyroscope.bias gyroscope.scale gyroscope.cross accelerometer.noise accelerometer.bias attitude.tilt gravity.velocity_noise gravity.velocity_bound gravity.valve rest.rate rest.force rest.time rest.bias_noise relaxed.rate relaxed.average compass.hardiron compass.distortion compass.distortion_time compass.initial_lag compass.noise compass.correlation_time compass.step_threshold gait.band_high gait.threshold gait.shortest_interval gait.longest_interval gait.run gait.waving_rate gait.waving_time gait.stride gait.walk_ratio travel.tie travel.coherence height.assumed height.rate height.terrain_noise height.terrain_error outside.interval outside.noise outside.noise_share foot.standing_window foot.standing_rate foot.standing_force foot.standing_swing foot.swing_time foot.standing_noise foot.lever_noise foot.lever_up foot.lever_back foot.rest_window foot.rest_rate foot.rest_force foot.rest_bias foot.rest_noise foot.rest_gate foot.accelerometer_noise foot.gyroscope_noise foot.gyroscope_noise_per_rate foot.tilt foot.patience foot.way_noise foot.turn_share foot.height_drift foot.floor_noise foot.floor_reach step.along step.across stride.scale place.walk yaw.walk yaw.drift yaw.drift_walk yaw.rest outside.yaw_walk receiver.error_time receiver.white receiver.excess receiver.wrong receiver.elsewhere receiver.jump receiver.jump_start receiver.velocity_wrong compass.use compass.window compass.spot compass.spot_time compass.room compass.room_length compass.chip compass.direction_noise compass.wrong_window compass.wrong_chip compass.wrong_start compass.turns_wrong compass.device_field compass.device_field_calibrated compass.device_changes compass.year walk.unseen force.noise force.shaking vehicle.gyroscope_noise gnss.velocity_lag vehicle.latency_sigma vehicle.fix_white vehicle.fix_velocity_interval vehicle.fix_gate vehicle.lateral_noise vehicle.vertical_noise vehicle.slip vehicle.mount_yaw vehicle.mount_pitch fix.latency fix.precise_latency fix.precise fix.assumed_3d fix.assumed_2d fix.assumed_speed heading.start heading.given heading.given_sigma scene.heading scene.heading_wait applied.mode applied.yaw_rate applied.yaw_time applied.place_rate applied.place_time applied.ease_time applied.snap_distance localized.radius localized.heading localized.lost_radius localized.lost_heading localized.dwell localized.reason_dwell localized.fix_age localized.assumed_radius localized.disturbance guidance.delay guidance.patience guidance.open_sky guidance.drift guidance.stillness guidance.stillness_patience guidance.still_rate guidance.still_speed pin.sigma leg.use leg.walk leg.corridor leg.sigma wearer.eye_height' ;;
  'replay:--method' | 'report:--method' | 'export:--method') echo 'words filter fit pairs-random pairs-disjoint pairs-weighted pairs-all velocity compass estimate' ;;
  'import:--format') echo 'words gnss-logger phyphox sensor-logger gpx tum euroc rosbag columns receiver' ;;
  'import:--up') echo 'words z y' ;;
  'export:--to') echo 'words gpx geojson kml csv mcap tum kitti' ;;
  'setup:--skip') echo 'words sensors wearing configuration axes gyro mag' ;;
  'doctor:--set' | 'config show:--set') echo 'assignment Device.Profile GNSS.Address GNSS.Device GNSS.TimeTolerance Sensors.Context IMU.Device IMU.Accelerometer IMU.Gyroscope IMU.Rate IMU.MountMatrix IMU.AccelerometerSign Magnetometer.Device Magnetometer.Rate Magnetometer.MountMatrix Barometer.Device Socket.Path Socket.Group Socket.AdministratorGroup Socket.OdometryUsers Socket.SampleUsers Recording.Directory Recording.PartSize Terrain.Directory Places.MostPerContributor Places.BytesPerContributor State.Directory Outlets.PoseRing Outlets.NMEASocket Outlets.NMEAPort Outlets.NMEARate Outlets.OpenTrack Outlets.OpenTrackRate Outlets.OSC Outlets.OSCRate Outlets.OSCPlaces Bridge.Port Bridge.Origins Bridge.Allow Scene.places.radius Scene.places.most Scene.places.play Scene.places.least_play Scene.places.hold Scene.places.near Scene.places.middle Scene.places.at Scene.places.enter Scene.places.leave Scene.places.gate_heading Scene.places.gate_radius Scene.places.gate_play Scene.cluster.share Scene.cluster.play Scene.label.width Scene.label.height Scene.label.pixel Scene.label.gap Scene.stack.slots Scene.stack.cost Scene.stack.play Scene.stack.hide Scene.stack.show Scene.stack.highest Scene.drawing.mode Scene.drawing.base Scene.drawing.slope Scene.drawing.shell Scene.moving.age Scene.moving.sigma Scene.moving.gone Scene.eye.sigma Scene.finish.largest Scene.finish.smallest Scene.finish.near Scene.finish.far Scene.finish.text Scene.finish.pulse Scene.finish.pulse_scale Scene.finish.pulse_opacity Scene.upright.hold Scene.hint.blend Scene.hint.play Scene.pick.margin Scene.route.coarsest Scene.route.corridor Scene.route.patience Scene.route.repeat_time Scene.route.repeat_distance Scene.route.wrong_way Scene.route.ahead Scene.route.behind Scene.route.join_share Scene.route.join_hysteresis Scene.route.enter Scene.route.leave Scene.route.arrival Scene.route.early Scene.route.late Scene.route.missed Scene.route.walking_speed Scene.route.turn_angle Scene.route.turn_extent Scene.route.arrow_spacing Scene.route.arrows_behind Scene.route.arrows_ahead Scene.route.arrow_speed Scene.route.dot_spacing Scene.route.markers_ahead Scene.route.line_width Scene.route.line_behind Scene.route.line_ahead Scene.route.line_tolerance Scene.route.cue_time Parameters.guard.quiet_gap Parameters.guard.longest_gap Parameters.guard.spike Parameters.guard.range Parameters.attitude.window Parameters.gyroscope.latency Parameters.gyroscope.noise Parameters.gyroscope.noise_per_rate Parameters.gyroscope.bias_walk Parameters.gyroscope.bias Parameters.gyroscope.scale Parameters.gyroscope.cross Parameters.accelerometer.noise Parameters.accelerometer.bias Parameters.attitude.tilt Parameters.gravity.velocity_noise Parameters.gravity.velocity_bound Parameters.gravity.valve Parameters.rest.rate Parameters.rest.force Parameters.rest.time Parameters.rest.bias_noise Parameters.relaxed.rate Parameters.relaxed.average Parameters.compass.hardiron Parameters.compass.distortion Parameters.compass.distortion_time Parameters.compass.initial_lag Parameters.compass.noise Parameters.compass.correlation_time Parameters.compass.step_threshold Parameters.gait.band_high Parameters.gait.threshold Parameters.gait.shortest_interval Parameters.gait.longest_interval Parameters.gait.run Parameters.gait.waving_rate Parameters.gait.waving_time Parameters.gait.stride Parameters.gait.walk_ratio Parameters.travel.tie Parameters.travel.coherence Parameters.height.assumed Parameters.height.rate Parameters.height.terrain_noise Parameters.height.terrain_error Parameters.outside.interval Parameters.outside.noise Parameters.outside.noise_share Parameters.foot.standing_window Parameters.foot.standing_rate Parameters.foot.standing_force Parameters.foot.standing_swing Parameters.foot.swing_time Parameters.foot.standing_noise Parameters.foot.lever_noise Parameters.foot.lever_up Parameters.foot.lever_back Parameters.foot.rest_window Parameters.foot.rest_rate Parameters.foot.rest_force Parameters.foot.rest_bias Parameters.foot.rest_noise Parameters.foot.rest_gate Parameters.foot.accelerometer_noise Parameters.foot.gyroscope_noise Parameters.foot.gyroscope_noise_per_rate Parameters.foot.tilt Parameters.foot.patience Parameters.foot.way_noise Parameters.foot.turn_share Parameters.foot.height_drift Parameters.foot.floor_noise Parameters.foot.floor_reach Parameters.step.along Parameters.step.across Parameters.stride.scale Parameters.place.walk Parameters.yaw.walk Parameters.yaw.drift Parameters.yaw.drift_walk Parameters.yaw.rest Parameters.outside.yaw_walk Parameters.receiver.error_time Parameters.receiver.white Parameters.receiver.excess Parameters.receiver.wrong Parameters.receiver.elsewhere Parameters.receiver.jump Parameters.receiver.jump_start Parameters.receiver.velocity_wrong Parameters.compass.use Parameters.compass.window Parameters.compass.spot Parameters.compass.spot_time Parameters.compass.room Parameters.compass.room_length Parameters.compass.chip Parameters.compass.direction_noise Parameters.compass.wrong_window Parameters.compass.wrong_chip Parameters.compass.wrong_start Parameters.compass.turns_wrong Parameters.compass.device_field Parameters.compass.device_field_calibrated Parameters.compass.device_changes Parameters.compass.year Parameters.walk.unseen Parameters.force.noise Parameters.force.shaking Parameters.vehicle.gyroscope_noise Parameters.gnss.velocity_lag Parameters.vehicle.latency_sigma Parameters.vehicle.fix_white Parameters.vehicle.fix_velocity_interval Parameters.vehicle.fix_gate Parameters.vehicle.lateral_noise Parameters.vehicle.vertical_noise Parameters.vehicle.slip Parameters.vehicle.mount_yaw Parameters.vehicle.mount_pitch Parameters.fix.latency Parameters.fix.precise_latency Parameters.fix.precise Parameters.fix.assumed_3d Parameters.fix.assumed_2d Parameters.fix.assumed_speed Parameters.heading.start Parameters.heading.given Parameters.heading.given_sigma Parameters.scene.heading Parameters.scene.heading_wait Parameters.applied.mode Parameters.applied.yaw_rate Parameters.applied.yaw_time Parameters.applied.place_rate Parameters.applied.place_time Parameters.applied.ease_time Parameters.applied.snap_distance Parameters.localized.radius Parameters.localized.heading Parameters.localized.lost_radius Parameters.localized.lost_heading Parameters.localized.dwell Parameters.localized.reason_dwell Parameters.localized.fix_age Parameters.localized.assumed_radius Parameters.localized.disturbance Parameters.guidance.delay Parameters.guidance.patience Parameters.guidance.open_sky Parameters.guidance.drift Parameters.guidance.stillness Parameters.guidance.stillness_patience Parameters.guidance.still_rate Parameters.guidance.still_speed Parameters.pin.sigma Parameters.leg.use Parameters.leg.walk Parameters.leg.corridor Parameters.leg.sigma Parameters.wearer.eye_height' ;;
  'config show:1') echo 'words Device GNSS Sensors IMU Magnetometer Barometer Socket Recording Terrain Places State Outlets Bridge Scene Parameters' ;;
  *) return 1 ;;
  esac
}

_gnomon_offer() {
  local current=$1 kind=$2
  shift 2
  case $kind in
  words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current") ;;
  assignment)
    mapfile -t COMPREPLY < <(compgen -W "$*" -S = -- "$current")
    compopt -o nospace 2>/dev/null
    ;;
  folder)
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current")
    ;;
  file)
    compopt -o filenames 2>/dev/null
    local ending
    COMPREPLY=()
    if [ $# -gt 0 ]; then
      for ending; do mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!*.$ending" -- "$current"); done
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
    fi
    # Nothing that ends like that: then anything.
    if [ ${#COMPREPLY[@]} -eq 0 ]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
    ;;
  esac
}

_gnomon() {
  local current=${COMP_WORDS[COMP_CWORD]} command='' option='' operand=0 position=1 word kind
  COMPREPLY=()
  # The command: as many words as there are.
  while [ $position -lt "$COMP_CWORD" ] && [[ " $(_gnomon_words "$command") " == *" ${COMP_WORDS[position]} "* ]]; do
    command="${command:+$command }${COMP_WORDS[position]}"
    position=$((position + 1))
  done
  # What comes before: options with their values, and operands. An equals sign is a word of its own.
  while [ $position -lt "$COMP_CWORD" ]; do
    word=${COMP_WORDS[position]}
    if [ -n "$option" ]; then
      if [ "$word" != = ]; then option=''; fi
    elif [[ $word == -?* && $word != -[0-9.]* ]]; then
      if _gnomon_kind "$command:$word" >/dev/null; then option=$word; fi
    else
      operand=$((operand + 1))
    fi
    position=$((position + 1))
  done
  if [ "$current" = = ]; then current=''; fi
  if [ -n "$option" ]; then
    kind=$(_gnomon_kind "$command:$option")
  elif [[ $current == -* ]]; then
    kind="words $(_gnomon_options "$command")"
  else
    local next place=$((operand + 1))
    if [ $operand -eq 0 ] && next=$(_gnomon_words "$command") && [ -n "$next" ]; then
      kind="words $next"
    elif ! kind=$(_gnomon_kind "$command:$place"); then
      while [ $place -gt 0 ] && ! kind=$(_gnomon_kind "$command:$place+"); do place=$((place - 1)); done
    fi
  fi
  # shellcheck disable=SC2086
  _gnomon_offer "$current" $kind
}

complete -F _gnomon gnomon
