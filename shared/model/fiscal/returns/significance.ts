/**
 * From which difference between a return and the authority's pre-filled one the taxpayer was notified: data with their source. Since the
 * repeal there is no notice; the last threshold still tells large differences from small ones.
 */
export const SIGNIFICANT_DIFFERENCE = {
  /** At least this share of the pre-filled value; the ordinance does not say of which of both. */
  percent: 20,
  /** And at least this much. */
  lei: 5000,
  source:
    'OUG 70/2024, art. 5 (1) to (3) (sintact.ro, version of 01.09.2025): 20 % and 5,000 lei, of the column of VAT, or of the value where there is none; not of rows of corrections',
  repealedFrom: '2026-03-09',
  repealedBy: 'OUG 13/2026, art. IV, Monitorul Oficial 181 of 09.03.2026',
} as const;
