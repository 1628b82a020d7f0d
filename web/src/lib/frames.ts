// What the server sends, as the rest of the client knows it. The server leaves out the fields of a log line that are at their default;
// they are filled in here, where frames and replies arrive, so that no component has to ask whether a field is there.

import type * as wire from "../types/wire";
import { logLineDefaults } from "../types/wire";

export type LogLine = Required<wire.LogLine>;

export interface LogPart extends Omit<wire.LogPart, "lines"> {
  lines: LogLine[];
}

export interface StateFrame extends Omit<wire.StateFrame, "log"> {
  log: LogPart;
}

export interface PreviewFrame extends Omit<wire.PreviewFrame, "lines"> {
  lines: LogLine[];
}

export type ServerFrame = Exclude<wire.ServerFrame, wire.StateFrame | wire.PreviewFrame> | StateFrame | PreviewFrame;

const filledLine = (line: wire.LogLine): LogLine => ({ ...logLineDefaults, ...line });

export const filledState = (frame: wire.StateFrame): StateFrame => ({ ...frame, log: { ...frame.log, lines: frame.log.lines.map(filledLine) } });

/** A frame whose log lines have every field. */
export function filled(frame: wire.ServerFrame): ServerFrame {
  switch (frame.t) {
    case "state":
      return filledState(frame);
    case "preview":
      return { ...frame, lines: frame.lines.map(filledLine) };
    default:
      return frame;
  }
}
