/** Something the e-invoice rules have against a document. */
export interface Finding {
  /** The official rule id; where there is none, the business term concerned. */
  rule: string;
  /** What to change. */
  message: string;
  /** JSON path in the request; null where the data are not the request's but the company's. */
  field: string | null;
}

export interface Findings {
  /** The authority would refuse the document. */
  errors: Finding[];
  /** It would take it, but not as the caller may expect. */
  warnings: Finding[];
}

/** A finding when `broken`, to be spread into a list. */
export const when = (broken: boolean, rule: string, field: string | null, message: string): Finding[] =>
  broken ? [{ rule, message, field }] : [];
