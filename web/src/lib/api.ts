// The server's HTTP API. Every error message is a sentence to show to people.

import type * as wire from "../types/wire";
import type { BotThought, EndingInfo, Form, GameInfo, Invitation, Me, NewTable, NotesBody, Replay, Result, Rules, SessionInfo, Setting, SharedMoment, TableInfo } from "../types/wire";
import { filledState, type StateFrame } from "./frames";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  let payload: BodyInit | null = null;
  if (body instanceof Blob) {
    payload = body;
    headers["content-type"] = "application/octet-stream";
  } else if (body !== undefined) {
    payload = JSON.stringify(body);
    headers["content-type"] = "application/json";
  }
  let reply: Response;
  try {
    reply = await fetch(path, { method, headers, body: payload });
  } catch {
    throw new Problem(0, "offline", "The server is not answering. Is it running?");
  }
  if (!reply.ok) throw await problem(reply);
  const text = await reply.text();
  return (text ? JSON.parse(text) : null) as T;
}

async function problem(reply: Response): Promise<Problem> {
  try {
    const told = (await reply.json()) as Partial<wire.Problem>;
    return new Problem(reply.status, told.code ?? "", told.error ?? `The server refused (${reply.status}).`);
  } catch {
    return new Problem(reply.status, "", `The server refused (${reply.status}).`);
  }
}

const at = (id: string, rest = ""): string => `/api/tables/${encodeURIComponent(id)}${rest}`;
const from = (seat: string | null): string => (seat === null ? "" : `?seat=${encodeURIComponent(seat)}`);

const invited = (secret: string, rest = ""): string => `/api/invitations/${encodeURIComponent(secret)}${rest}`;

async function look(path: string): Promise<{ board: unknown; state: StateFrame }> {
  const { board, state } = await call<{ board: unknown; state: wire.StateFrame }>("GET", path);
  return { board, state: filledState(state) };
}

export const api = {
  games: () => call<GameInfo[]>("GET", "/api/games"),
  form: (key: string, options: Record<string, unknown>) =>
    call<Form>("POST", `/api/games/${encodeURIComponent(key)}/form`, { options }),
  rules: (key: string) => call<Rules>("GET", `/api/games/${encodeURIComponent(key)}/rules`),
  me: () => call<Me | null>("GET", "/api/me"),
  guest: (name: string) => call<Me>("POST", "/api/guest", { name }),
  account: (name: string, password: string) => call<Me>("POST", "/api/account", { name, password }),
  login: (name: string, password: string) => call<Me>("POST", "/api/login", { name, password }),
  logout: () => call<null>("POST", "/api/logout", {}),
  sessions: () => call<SessionInfo[]>("GET", "/api/me/sessions"),
  logoutEverywhere: () => call<null>("DELETE", "/api/me/sessions"),
  password: (old: string, now: string) => call<null>("PUT", "/api/me/password", { old, new: now }),
  webhook: (url: string) => call<Me>("PUT", "/api/me/webhook", { url }),
  tables: (which: "open" | "mine" | "finished" | "archived") => call<TableInfo[]>("GET", `/api/tables?which=${which}`),
  table: (id: string) => call<TableInfo>("GET", at(id)),
  open: (table: NewTable) => call<TableInfo>("POST", "/api/tables", table),
  join: (id: string, seat: string) => call<TableInfo>("POST", at(id, "/join"), { seat }),
  about: (id: string) => call<Setting>("GET", at(id, "/about")),
  firstLook: (id: string) => look(at(id, "/look")),
  invitation: (secret: string) => call<Invitation>("GET", invited(secret)),
  invitedLook: (secret: string) => look(invited(secret, "/look")),
  claim: (id: string, secret: string) => call<TableInfo>("POST", at(id, "/claim"), { secret }),
  ready: (id: string, ready: boolean) => call<TableInfo>("POST", at(id, "/ready"), { ready }),
  start: (id: string) => call<TableInfo>("POST", at(id, "/start"), {}),
  giveSeat: (id: string, seat: string, who: string) => call<TableInfo>("POST", at(id, "/seat"), { seat, who }),
  resign: (id: string) => call<TableInfo>("POST", at(id, "/resign"), {}),
  archive: (id: string, archived: boolean) => call<TableInfo>("PUT", at(id, "/archived"), { archived }),
  remove: (id: string) => call<null>("DELETE", at(id)),
  leave: (id: string) => call<TableInfo>("POST", at(id, "/leave"), {}),
  rematch: (id: string) => call<TableInfo>("POST", at(id, "/rematch"), {}),
  board: (id: string) => call<unknown>("GET", at(id, "/board")),
  replay: (id: string, seat: string | null) =>
    call<Replay>("GET", at(id, `/replay${from(seat)}`)),
  moment: async (id: string, n: number, seat: string | null): Promise<StateFrame> =>
    filledState(await call<wire.StateFrame>("GET", at(id, `/replay/${n}${from(seat)}`))),
  shared: (id: string, n: number, seat: string | null) => call<SharedMoment>("GET", at(id, `/replay/${n}/shared${from(seat)}`)),
  /** Why a bot gave its last answer: now or at a moment of a replay, and before an answer that was told already. */
  thought: (id: string, bot: string, past: { n: number; seat: string | null } | null, before?: number) => {
    const query = new URLSearchParams();
    if (past) query.set("step", String(past.n));
    if (past?.seat) query.set("seat", past.seat);
    if (before !== undefined) query.set("before", String(before));
    return call<BotThought>("GET", at(id, `/thoughts/${encodeURIComponent(bot)}${query.size ? `?${query}` : ""}`));
  },
  ending: (id: string) => call<EndingInfo>("GET", at(id, "/ending")),
  results: () => call<Result[]>("GET", "/api/results"),
  notes: (id: string) => call<NotesBody>("GET", at(id, "/notes")),
  keepNotes: (id: string, text: string) => call<NotesBody>("PUT", at(id, "/notes"), { text }),
  exportUrl: (id: string) => at(id, "/export"),
  importSave: (file: Blob) => call<TableInfo>("POST", "/api/import", file),
};

/** Make sure we are known to the server, by a cookie; create a guest if there is none. */
export async function ensureMe(name = ""): Promise<Me> {
  return (await api.me()) ?? (await api.guest(name || guestName()));
}

const FIRST = ["Amber", "Basalt", "Copper", "Dune", "Ember", "Flint", "Garnet", "Iron", "Ochre", "Rust", "Sable", "Umber"];
const SECOND = ["Scout", "Pilot", "Envoy", "Marshal", "Ranger", "Sapper", "Warden", "Courier"];

function guestName(): string {
  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  return `${any(FIRST)} ${any(SECOND)}`;
}
