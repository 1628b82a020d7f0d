// What a stranger reads when a table or a link cannot be opened.

import { Problem } from "../lib/api";

export interface Told {
  title: string;
  text: string;
}

const TABLE: Record<string, Told> = {
  missing: { title: "No such table", text: "This table does not exist, or its host has removed it." },
  forbidden: { title: "A private table", text: "Only those who play here can see it. Ask the host for a link to a seat." },
  unopened: { title: "This table cannot be opened", text: "" },
  offline: { title: "No answer", text: "The server is not answering. Check your connection and try again." },
};

const LINK: Record<string, Told> = {
  missing: { title: "This link has expired", text: "The seat was given to somebody else, or the table was removed. Ask for a new link." },
  conflict: { title: "This seat is taken", text: "Somebody else has taken this seat. Ask the host whether another one is free." },
  gone: { title: "This game is over", text: "It was played to its end. Look for another table, or set up one of your own." },
  offline: TABLE.offline!,
};

function told(error: unknown, known: Record<string, Told>): Told {
  const code = error instanceof Problem ? error.code : "";
  const text = error instanceof Error ? error.message : String(error);
  const found = known[code];
  return found ? { title: found.title, text: found.text || text } : { title: "Something went wrong", text };
}

export const tableProblem = (error: unknown): Told => told(error, TABLE);

export const linkProblem = (error: unknown): Told => told(error, LINK);
