// The chart and the view of a battle, as they come over the wire. Lengths are thousandths of an inch.

export type {
  CardChart,
  Chart,
  GeneralChart,
  GroundChart,
  Kind,
  PointsChart,
  Pose,
  SideChart,
  UnitChart,
  View,
  WinChart,
} from "../../types/mars-or-die";

/** west, south, east, north */
export type Box = [number, number, number, number];
export type Point = [number, number];
