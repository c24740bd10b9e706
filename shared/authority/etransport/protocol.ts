import * as z from 'zod';

/**
 * Requests to the authority's e-Transport service and the parsing of its answers (`ETRANSPORT/ws/v1`, API description of
 * 2024-07-29). Requests carry XML, answers are JSON; refusals have HTTP status 200 too. Pure: the caller sends the requests, and
 * turns refused and unreadable answers into errors.
 */

const STANDARD = 'ETRANSP';
/** Version of the XML schema. */
const VERSION = '2';

export interface TransportRequest {
  method: 'GET' | 'POST';
  /** Below the service's root, without a leading slash. */
  path: string;
  contentType?: string;
}

/** The request that uploads a message. @param cif tax id whose rights are used, with or without its `RO` */
export const uploadRequest = (cif: string): TransportRequest => ({
  method: 'POST',
  path: `upload/${STANDARD}/${digitsOf(cif)}/${VERSION}`,
  contentType: 'application/xml',
});

/** The request for the state of an upload. */
export const stateRequest = (uploadId: string): TransportRequest => ({
  method: 'GET',
  path: `stareMesaj/${encodeURIComponent(uploadId)}`,
});

/** The request for the messages of the last `days` (1 to 60): it finds an upload whose answer was lost. */
export const listRequest = (cif: string, days: number): TransportRequest => ({
  method: 'GET',
  path: `lista/${Math.min(60, Math.max(1, Math.trunc(days)))}/${digitsOf(cif)}`,
});

const digitsOf = (cif: string): string => encodeURIComponent(cif.replace(/\s/g, '').replace(/^RO/i, ''));

/** The authority refused the request: a limit is reached, a right is missing or the file is wrong. Only the texts say which. */
export interface Refused {
  outcome: 'refused';
  /** The authority's texts, at least one. */
  errors: string[];
}

/** The answer does not have its documented form: it is unknown whether the authority accepted the upload. */
export interface Unreadable {
  outcome: 'unreadable';
  reason: string;
}

/** The authority accepted the upload for processing. It issues the UIT at once, but this is valid only when the state is `ok`. */
export interface Taken {
  outcome: 'taken';
  /** Decimal digits. */
  uploadId: string;
  uit: string | null;
}

export interface State {
  outcome: 'state';
  state: 'in_process' | 'ok' | 'nok';
  /** Why it is `nok`. */
  errors: string[];
}

/** An entry of the authority's message list. */
export interface Listed {
  /** NOT notification, COR correction, DEL deletion, CON confirmation, MVH change of vehicle. */
  type: string;
  isValid: boolean;
  uit: string | null;
  /** The declarant's own reference. */
  reference: string | null;
  uploadId: string | null;
  errors: string[];
}

const text = z.union([z.string(), z.number()]).transform(value => String(value).trim());
const common = {
  ExecutionStatus: z.coerce.number().nullish(),
  Errors: z.array(z.object({ errorMessage: z.string().nullish() })).nullish(),
};
const uploadSchema = z.object({ ...common, index_incarcare: text.nullish(), UIT: z.string().nullish() });
const stateSchema = z.object({ ...common, stare: z.string().nullish() });
const listSchema = z.object({
  ...common,
  mesaje: z
    .array(
      z.object({
        tip: z.string(),
        stare: z.string().nullish(),
        uit: z.string().nullish(),
        ref_decl: z.string().nullish(),
        id_incarcare: text.nullish(),
        mesaje: z.array(z.object({ tip: z.string().nullish(), mesaj: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
});

/** Reads the answer to an upload. */
export function parseUploadAnswer(json: string): Taken | Refused | Unreadable {
  const read = uploadSchema.safeParse(parsed(json));
  if (!read.success) return unreadable('the upload');
  const { ExecutionStatus: status, index_incarcare: index, UIT: uit } = read.data;
  if (status === 0 && index && /^\d{1,20}$/.test(index)) return { outcome: 'taken', uploadId: index, uit: uit?.trim() || null };
  return refusedOr(read.data, 'the upload');
}

const STATES: ReadonlyMap<string, State['state']> = new Map([
  ['in prelucrare', 'in_process'],
  ['ok', 'ok'],
  ['nok', 'nok'],
]);

/** Reads the answer to `stareMesaj`. */
export function parseStateAnswer(json: string): State | Refused | Unreadable {
  const read = stateSchema.safeParse(parsed(json));
  if (!read.success) return unreadable('the status request');
  const state = STATES.get(read.data.stare?.trim().toLowerCase() ?? '');
  return state ? { outcome: 'state', state, errors: errorsOf(read.data) } : refusedOr(read.data, 'the status request');
}

const NO_MESSAGES = /\bNu exista mesaje\b/i;

/** Reads the answer to `lista`. The authority reports an empty list as an error; it is returned as a list without messages. */
export function parseListAnswer(json: string): { outcome: 'list'; messages: Listed[] } | Refused | Unreadable {
  const read = listSchema.safeParse(parsed(json));
  if (!read.success) return unreadable('the list');
  const { mesaje } = read.data;
  if (!mesaje) {
    if (errorsOf(read.data).some(error => NO_MESSAGES.test(error))) return { outcome: 'list', messages: [] };
    return refusedOr(read.data, 'the list');
  }
  const messages = mesaje.map((entry): Listed => ({
    type: entry.tip,
    isValid: entry.stare === 'OK',
    uit: entry.uit || null,
    reference: entry.ref_decl || null,
    uploadId: entry.id_incarcare || null,
    errors: (entry.mesaje ?? []).filter(({ tip }) => tip === 'ERR').map(({ mesaj }) => mesaj ?? ''),
  }));
  return { outcome: 'list', messages };
}

type Answer = z.output<z.ZodObject<typeof common>>;

const errorsOf = ({ Errors }: Answer): string[] =>
  (Errors ?? []).map(({ errorMessage }) => (errorMessage ?? '').replace(/\s+/g, ' ').trim()).filter(error => error !== '');

function refusedOr(answer: Answer, what: string): Refused | Unreadable {
  const errors = errorsOf(answer);
  return errors.length > 0 ? { outcome: 'refused', errors } : unreadable(what);
}

const unreadable = (what: string): Unreadable => ({
  outcome: 'unreadable',
  reason: `The tax authority's answer to ${what} does not have its documented form.`,
});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
