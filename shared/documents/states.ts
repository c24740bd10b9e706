import { conflict, type Problem, validation } from '../kernel/errors.ts';
import type { DocumentHeader } from '../model/document.ts';
import type { ReasonOf } from '../vocabulary/error-reasons.ts';

type Reason = ReasonOf<'conflict'>;

/** What may happen to documents of a kind in which status: data, of which `permitted` makes the refusals. */
export interface StateTable<H extends DocumentHeader, Action extends string = string> {
  /** With its article: "Cannot issue an invoice in status cancelled." */
  noun: string;
  /** The statuses in which an action may be done. */
  allowed: Readonly<Record<Action, readonly H['status'][]>>;
  /** Why not, by action and status … */
  reasons: Readonly<Partial<Record<Action, Partial<Record<H['status'], Reason>>>>>;
  /** … and where that says nothing. */
  otherwise: Readonly<Record<Action, Reason>>;
  /** The same of actions that are refused as invalid (422), not as a conflict. */
  invalid?: Readonly<Partial<Record<Action, Partial<Record<H['status'] | 'otherwise', ReasonOf<'validation_error'>>>>>>;
  /** The stamps that explain a status, for `details`. Those that are null are left out. */
  stamps(header: H): Record<string, string | null>;
  /** Documents that nothing may be done to, whatever their status. */
  isFixed?(header: H): boolean;
  /** Why an action that the status allows may not be done now. */
  refusal?(action: Action, header: H): Problem | undefined;
}

/**
 * The document, if the action may be done to it. Pure.
 *
 * @throws 409 with `status`, `reason` and stamps when its status forbids the action (422 where the table says so); the table's own
 * `refusal`
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
