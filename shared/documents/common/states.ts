import { conflict, type Problem, validation } from '#shared/base/kernel/errors.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { ReasonOf } from '#shared/base/vocabulary/error-reasons.ts';

type Reason = ReasonOf<'conflict'>;

/** Which actions are permitted in which status, for a kind of document, and the reasons that `permitted` gives in its errors. */
export interface StateTable<H extends DocumentHeader, Action extends string = string> {
  /** The name of the kind with its article: "Cannot issue an invoice in status cancelled." */
  noun: string;
  /** The statuses in which an action is permitted. */
  allowed: Readonly<Record<Action, readonly H['status'][]>>;
  /** The reason of a refusal (409), by action and status … */
  reasons: Readonly<Partial<Record<Action, Partial<Record<H['status'], Reason>>>>>;
  /** … and for all other statuses. */
  otherwise: Readonly<Record<Action, Reason>>;
  /** Reasons of actions that are refused with 422 instead of 409. */
  invalid?: Readonly<Partial<Record<Action, Partial<Record<H['status'] | 'otherwise', ReasonOf<'validation_error'>>>>>>;
  /** Timestamps and ids that explain the status, for `details` of the error; null values are left out. */
  stamps(header: H): Record<string, string | null>;
  /** True for documents to which no action is permitted, whatever their status. */
  isFixed?(header: H): boolean;
  /** The error for an action that the status permits but another condition forbids; undefined = permitted. */
  refusal?(action: Action, header: H): Problem | undefined;
}

/**
 * Returns the document if the action is permitted. Pure.
 *
 * @throws 409 with `status`, `reason` and stamps in `details` when its status forbids the action (422 for actions in
 * `table.invalid`); what `table.refusal` returns
 */
export function permitted<H extends DocumentHeader, Action extends string, D extends H>(
  table: StateTable<H, Action>,
  action: Action,
  document: D,
): D {
  const { status } = document;
  const allowed: readonly string[] = table.allowed[action];
  if (allowed.includes(status) && !table.isFixed?.(document)) {
    const refusal = table.refusal?.(action, document);
    if (refusal) throw refusal;
    return document;
  }
  const message = `Cannot ${action} ${table.noun} in status ${status}.`;
  const stamps = present(table.stamps(document));
  const invalid: Partial<Record<string, ReasonOf<'validation_error'>>> | undefined = table.invalid?.[action];
  if (invalid) throw validation(message, { status, reason: invalid[status] ?? invalid['otherwise'], ...stamps });
  const reasons: Partial<Record<string, Reason>> = table.reasons[action] ?? {};
  throw conflict(message, { status, reason: reasons[status] ?? table.otherwise[action], ...stamps });
}

const present = (stamps: Record<string, string | null>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(stamps).filter(([, value]) => value !== null));
