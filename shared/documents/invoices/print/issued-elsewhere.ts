import { Problem } from '#shared/base/kernel/errors.ts';

/** The refusal of a file of an imported invoice: another one than its original must not be taken for it. @param what is asked for */
export const issuedElsewhere = (what: 'XML' | 'PDF'): Problem =>
  new Problem('not_found', `The invoice was issued with another program: its ${what} is there.`);
