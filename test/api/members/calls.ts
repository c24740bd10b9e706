export interface Answer {
  status: number;
  body: { error: { code: string; details: Record<string, unknown> } } & Record<string, unknown>;
}
export const refused = (status: number, details: unknown) => ({ status, body: { error: { details } } });
export const reason = (name: string) => refused(403, { reason: name });
