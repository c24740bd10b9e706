import type { FiscalRole, Operation, Place } from '../operations.ts';

/**
 * The rows of the VAT return (form 300) by the months that a form is for: data with their source, so that a new form is another object in
 * `d300-forms.ts` (docs/adr/0052-declaration-rows.md).
 */

export interface FormRow {
  /** The number that the form gives it, such as `12.1`. */
  row: string;
  /** Its name in the form, cut to what tells it from others. */
  label: string;
  /** What its column of VAT has: what is charged or owed, or only what is deducted of it. Absent: the row has a base alone. */
  vat?: 'charged' | 'deducted';
  /** The total that it adds to; a row without one is a part of another row, or a total itself. */
  total?: 'collected' | 'deductible' | 'corrections';
  /** Corrections of earlier returns: the authority's notice of differences left them out. */
  isCorrection?: true;
}

/** Which rows a group of a document counts in. The first place that fits is taken. */
export interface Placing {
  role: FiscalRole;
  operations: readonly Operation[];
  /** Rates in percent; of what the company owes itself, the rate of that. Absent: every rate. */
  rates?: readonly string[];
  categories?: readonly string[];
  /** Where the partner is. */
  places?: readonly Place[];
  /** Whether the partner has a VAT number of another member state; a buyer may have a Romanian one. */
  numbered?: boolean;
  /** Counts in a later month than the one in which the tax was due. */
  late?: true;
  /** Purchases: the company owes their VAT itself. */
  owed?: true;
  /** Sales: the VAT is that of another member state. */
  foreignVat?: true;
  /** The rows; or why none is known, which the report then says with the amount. */
  rows: readonly string[] | { off: string };
}

export interface ReturnForm {
  /** The first and last month that it is for, `YYYY-MM`. */
  from: string;
  to?: string;
  source: string;
  rows: readonly FormRow[];
  placings: readonly Placing[];
  /** The rows of the totals. */
  totals: Record<'collected' | 'deductible' | 'deducted' | 'allDeducted' | 'negative' | 'toPay', string>;
  /** Rows for which the service has no figures. */
  notKnown: readonly string[];
}

/** Months whose form was not found: nothing of them is placed. */
export interface UnknownForm {
  from: string;
  to?: string;
  off: string;
}

const isFor = ({ from, to }: { from: string; to?: string }, period: string): boolean =>
  from <= period && (to === undefined || period <= to);

/** The form of a month, of data that cover all months. @throws Error when they do not */
export function dated<F extends { from: string; to?: string }>(forms: readonly F[], period: string): F {
  const form = forms.find(one => isFor(one, period));
  if (!form) throw new Error(`No form is for ${period}.`);
  return form;
}
