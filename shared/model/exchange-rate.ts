import type { FieldErrors } from '../kernel/errors.ts';
import { decimal } from '../kernel/money.ts';
import type { Invoice } from './invoice.ts';

/** The rate of a document's currency in RON (decisions.md §Fiscal rules, "Exchange rate"). Pure. */

type Rated = Pick<Invoice, 'currency' | 'exchangeRate'>;

/** Whether a document in another currency has no rate: 1 stands for none. */
export const lacksRate = ({ currency, exchangeRate }: Rated): boolean => currency !== 'RON' && decimal(exchangeRate).eq(1);

/**
 * The rate of a document that states none: 1 in RON, else its parent's where that is in the same currency, else 1, which stands for
 * none. Published rates are to come between the last two.
 */
const defaultRate = (currency: string, parent: Rated | undefined): string =>
  currency !== 'RON' && parent?.currency === currency ? parent.exchangeRate : '1';

/**
 * Currency and rate of a draft after a change. A rate belongs to its currency: a change of the currency alone takes the default.
 *
 * @param parent the document that the draft refers to after the change, where the change or its lack of a rate asks for it
 */
export function changedRate(
  before: Rated,
  changes: { currency?: string | null | undefined; exchangeRate?: string | null | undefined },
  parent: Rated | undefined,
): Rated {
  const currency = changes.currency ?? before.currency;
  const isKept = changes.exchangeRate === undefined && currency === before.currency && !lacksRate(before);
  const unstated = isKept ? before.exchangeRate : defaultRate(currency, parent);
  return { currency, exchangeRate: changes.exchangeRate ?? unstated };
}

/** What create, update and validation warn of. */
export const rateWarnings = (document: Rated): string[] =>
  lacksRate(document)
    ? [`exchangeRate: state the rate of ${document.currency} in RON; without it, or at exactly 1, the document is not issued.`]
    : [];

/** What refuses the issue. */
export const rateViolations = (document: Rated): FieldErrors =>
  lacksRate(document) ? { exchangeRate: [`must be the rate of ${document.currency} in RON, which is not exactly 1`] } : {};
