// The board and the view of a battle, as they come over the wire. Lengths are thousandths of an inch.

export type {
  BoardCard,
  Board,
  BoardGeneral,
  BoardGround,
  Kind,
  BoardPoints,
  Pose,
  Reach,
  BoardSide,
  BoardUnit,
  View,
  BoardWin,
} from "../../types/mars-or-die";

/** west, south, east, north */
export type Box = [number, number, number, number];
export type Point = [number, number];
