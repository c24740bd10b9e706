import type { FormRow, Placing, ReturnForm, UnknownForm } from './forms.ts';

/** The forms of the VAT return (300). Rows and placings follow the annexes 1 and 2 of the order that each names. */

const ORDER_174_2026 =
  'OPANAF 174/2026 of 05.02.2026, annex 1 (form) and 2 (instructions), from the first tax period of 2026 (art. 6); read on 29.11.2026';

const OLD_RATES = ['24', '20', '19', '5'];

const collected = (row: string, label: string, vat?: 'charged'): FormRow => ({
  ...{ row, label, total: 'collected' },
  ...(vat && { vat }),
});
const part = (row: string, label: string, vat?: 'charged'): FormRow => ({ row, label, ...(vat && { vat }) });
const deductible = (row: string, label: string, vat: 'charged' | undefined = 'charged'): FormRow => ({
  ...{ row, label },
  ...(vat && { vat, total: 'deductible' }),
});
const correction = (row: FormRow): FormRow => ({ ...row, isCorrection: true });

const ROWS_2026: FormRow[] = [
  collected('1', 'Livrări intracomunitare de bunuri, scutite conform art. 294 alin. (2) lit. a) și d)'),
  correction(collected('2', 'Regularizări livrări intracomunitare scutite conform art. 294 alin. (2) lit. a) și d)')),
  collected('3', 'Livrări de bunuri sau prestări de servicii pentru care locul livrării/prestării este în afara României'),
  part('3.1', 'Prestări de servicii intracomunitare care nu beneficiază de scutire în statul membru în care taxa este datorată'),
  correction(collected('4', 'Regularizări privind prestările de servicii intracomunitare')),
  collected('5', 'Achiziții intracomunitare de bunuri (taxare inversă)', 'charged'),
  part('5.1', 'Achiziții intracomunitare, iar furnizorul este înregistrat în scopuri de TVA în statul membru', 'charged'),
  correction(collected('6', 'Regularizări privind achizițiile intracomunitare de bunuri (taxare inversă)', 'charged')),
  collected('7', 'Achiziții de bunuri, altele decât la rd. 5 și 6, și de servicii (taxare inversă)', 'charged'),
  part('7.1', 'Achiziții de servicii intracomunitare (taxare inversă)', 'charged'),
  correction(collected('8', 'Regularizări privind achizițiile de servicii intracomunitare (taxare inversă)', 'charged')),
  collected('9', 'Livrări de bunuri și prestări de servicii, taxabile cu cota 21%', 'charged'),
  collected('10', 'Livrări de bunuri și prestări de servicii, taxabile cu cota 11%', 'charged'),
  collected('11', 'Livrări de bunuri taxabile cu cota 9% conform art. III din Legea nr. 141/2025', 'charged'),
  collected('12', 'Achiziții supuse măsurilor de simplificare (taxare inversă)', 'charged'),
  part('12.1', 'Achiziții de bunuri și servicii, taxabile cu cota 21%', 'charged'),
  part('12.2', 'Achiziții de bunuri, taxabile cu cota 11%', 'charged'),
  collected('13', 'Livrări de bunuri și prestări de servicii supuse măsurilor de simplificare (taxare inversă)'),
  collected('14', 'Livrări de bunuri și prestări de servicii scutite cu drept de deducere, altele decât cele de la rd. 1-3'),
  collected('15', 'Livrări de bunuri și prestări de servicii scutite fără drept de deducere'),
  correction(collected('16', 'Regularizări taxă colectată', 'charged')),
  collected('17', 'Vânzări intracomunitare de bunuri la distanță și servicii electronice, cu locul în România', 'charged'),
  correction(
    collected('18', 'Regularizări privind vânzările intracomunitare de bunuri la distanță și serviciile electronice', 'charged'),
  ),
  part('19', 'TOTAL TAXĂ COLECTATĂ', 'charged'),
  deductible('20', 'Achiziții intracomunitare de bunuri (taxare inversă)'),
  part('20.1', 'Achiziții intracomunitare, iar furnizorul este înregistrat în scopuri de TVA în statul membru', 'charged'),
  correction(deductible('21', 'Regularizări privind achizițiile intracomunitare de bunuri (taxare inversă)')),
  deductible('22', 'Achiziții de bunuri, altele decât la rd. 20 și 21, și de servicii (taxare inversă)'),
  part('22.1', 'Achiziții de servicii intracomunitare (taxare inversă)', 'charged'),
  correction(deductible('23', 'Regularizări privind achizițiile de servicii intracomunitare (taxare inversă)')),
  deductible('24', 'Achiziții de bunuri și servicii taxabile cu cota de 21%, altele decât cele de la rd. 27'),
  deductible('25', 'Achiziții de bunuri și servicii, taxabile cu cota de 11%'),
  deductible('26', 'Achiziții supuse măsurilor de simplificare (taxare inversă)'),
  part('26.1', 'Achiziții de bunuri, taxabile cu cota 21%', 'charged'),
  part('26.2', 'Achiziții de bunuri, taxabile cu cota 11%', 'charged'),
  deductible('27', 'Compensația în cotă forfetară pentru achiziții de la agricultori'),
  correction(deductible('28', 'Regularizări privind compensația în cotă forfetară')),
  part('29', 'Achiziții de bunuri și servicii scutite de taxă sau neimpozabile'),
  part('29.1', 'Achiziții de servicii intracomunitare scutite de taxă'),
  part('30', 'TOTAL TAXĂ DEDUCTIBILĂ', 'charged'),
  part('31', 'SUB-TOTAL TAXĂ DEDUSĂ', 'charged'),
  part('32', 'TVA efectiv restituită cumpărătorilor străini', 'charged'),
  correction({ row: '33', label: 'Regularizări taxă dedusă', vat: 'deducted', total: 'corrections' }),
  part('34', 'Ajustări conform pro-rata/ajustări de taxă', 'charged'),
  part('35', 'TOTAL TAXĂ DEDUSĂ', 'charged'),
  part('36', 'Suma negativă a TVA în perioada de raportare', 'charged'),
  part('37', 'Taxa de plată în perioada de raportare', 'charged'),
  part('38', 'Soldul TVA de plată din decontul perioadei fiscale precedente', 'charged'),
  part('39', 'Diferențe de TVA de plată stabilite de organele fiscale', 'charged'),
  part('40', 'TVA de plată cumulat', 'charged'),
  part('41', 'Soldul sumei negative a TVA reportate din perioada precedentă', 'charged'),
  part('42', 'Diferențe negative de TVA stabilite de organele de inspecție fiscală', 'charged'),
  part('43', 'Suma negativă a TVA cumulate', 'charged'),
  part('44', 'Sold TVA de plată la sfârșitul perioadei de raportare', 'charged'),
  part('45', 'Soldul sumei negative de TVA la sfârșitul perioadei de raportare', 'charged'),
];

/** Deposits of packaging and disbursements, of sales and purchases. */
const NOT_IN_BASE = { off: 'deposits and disbursements, not turnover (Fiscal Code, art. 286 (4) e)' };

const SALES_2026: Placing[] = [
  {
    ...{ role: 'sale', operations: ['domestic'], foreignVat: true },
    rows: {
      off: 'the VAT of another member state, for the return of the one-stop shop (OSS; Fiscal Code, art. 315): the form has none of it',
    },
  },
  {
    ...{ role: 'sale', operations: ['domestic'], rates: ['21', '11', '9', ...OLD_RATES], places: ['union'], numbered: false },
    rows: {
      off: 'the buyer is a consumer in another member state, or has no VAT number: row 17 for a distance sale or an electronic service, else that of the rate',
    },
  },
  // What was not declared in its month: rows of corrections where the form has them (2, 4, 16).
  { role: 'sale', operations: ['domestic'], rates: ['21', '11', ...OLD_RATES], late: true, rows: ['16'] },
  { role: 'sale', operations: ['goods_eu'], late: true, rows: ['2'] },
  { role: 'sale', operations: ['services_eu'], late: true, rows: ['4'] },
  {
    ...{
      role: 'sale',
      operations: ['reverse_charge', 'export', 'exempt_with_deduction', 'exempt_without_deduction'],
      late: true,
    },
    rows: { off: 'it counts in a later month than its own, which was closed, and the form has no row for such corrections' },
  },
  { role: 'sale', operations: ['domestic'], rates: ['21'], rows: ['9'] },
  { role: 'sale', operations: ['domestic'], rates: ['11'], rows: ['10'] },
  {
    ...{ role: 'sale', operations: ['domestic'], rates: ['9'] },
    rows: { off: 'row 11 for homes under Law 141/2025, art. III, row 16 for everything else; the document does not say which' },
  },
  // Row 16: "operations whose tax is due in the period, but at 24, 20, 19, 9 or 5 %", also reductions of the base (art. 287) at these rates.
  { role: 'sale', operations: ['domestic'], rates: OLD_RATES, rows: ['16'] },
  { role: 'sale', operations: ['domestic'], rows: { off: 'there is no row for the rate' } },
  { role: 'sale', operations: ['reverse_charge'], rows: ['13'] },
  { role: 'sale', operations: ['goods_eu'], rows: ['1'] },
  { role: 'sale', operations: ['services_eu'], rows: ['3', '3.1'] },
  { role: 'sale', operations: ['export', 'exempt_with_deduction'], rows: ['14'] },
  { role: 'sale', operations: ['exempt_without_deduction'], rows: ['15'] },
  { role: 'sale', operations: ['outside'], categories: ['AE'], places: ['elsewhere'], rows: ['3'] },
  { role: 'sale', operations: ['not_in_base'], rows: NOT_IN_BASE },
  {
    ...{ role: 'sale', operations: ['outside'] },
    rows: { off: 'row 3 if the place of the supply is abroad, none otherwise; the document does not say where it is' },
  },
  {
    ...{ role: 'sale', operations: ['margin'] },
    rows: { off: 'row 9 has base and VAT of the margin, which is calculated apart' },
  },
];

const PURCHASES_2026: Placing[] = [
  { role: 'purchase', operations: ['not_in_base'], rows: NOT_IN_BASE },
  {
    ...{ role: 'purchase', operations: ['import'], owed: true },
    rows: {
      off: 'the row of imports whose VAT is owed in the return (Fiscal Code, art. 326 (4), (5)) was not found in the order',
    },
  },
  { role: 'purchase', operations: ['domestic', 'import'], rates: ['21'], rows: ['24'] },
  { role: 'purchase', operations: ['domestic', 'import'], rates: ['11'], rows: ['25'] },
  { role: 'purchase', operations: ['domestic', 'import'], rates: ['9', ...OLD_RATES], rows: ['33'] },
  { role: 'purchase', operations: ['domestic', 'import'], rows: { off: 'there is no row for the rate' } },
  { role: 'purchase', operations: ['goods_eu'], late: true, rows: ['6', '21'] },
  { role: 'purchase', operations: ['goods_eu'], numbered: true, rows: ['5', '5.1', '20', '20.1'] },
  { role: 'purchase', operations: ['goods_eu'], rows: ['5', '20'] },
  { role: 'purchase', operations: ['services_eu'], late: true, rows: ['8', '23'] },
  { role: 'purchase', operations: ['services_eu'], rows: ['7', '7.1', '22', '22.1'] },
  // Art. 307 (2) to (6), of sellers that are not established here; row 7 has their corrections as well.
  { role: 'purchase', operations: ['reverse_charge'], places: ['union', 'elsewhere'], rows: ['7', '22'] },
  // Rows 16 and 33: what was not declared in its period of rows 12 and 26.
  { role: 'purchase', operations: ['reverse_charge'], late: true, rows: ['16', '33'] },
  { role: 'purchase', operations: ['reverse_charge'], rates: ['21'], rows: ['12', '12.1', '26', '26.1'] },
  { role: 'purchase', operations: ['reverse_charge'], rates: ['11'], rows: ['12', '12.2', '26', '26.2'] },
  { role: 'purchase', operations: ['reverse_charge'], rates: ['9', ...OLD_RATES], rows: ['16', '33'] },
  { role: 'purchase', operations: ['reverse_charge'], rows: { off: 'there is no row for the rate' } },
  {
    ...{ role: 'purchase', operations: ['exempt_with_deduction', 'exempt_without_deduction', 'outside', 'margin'] },
    rows: ['29'],
  },
  {
    ...{ role: 'purchase', operations: ['export'] },
    rows: { off: "an export of the seller: rows 24 and 25 have what was taxed at the import, by the customs' declaration" },
  },
];

export const D300_FORMS: readonly (ReturnForm | UnknownForm)[] = [
  {
    ...{ from: '0000-01', to: '2025-07' },
    off: 'The forms until July 2025 are not here: rows were numbered otherwise, at other rates.',
  },
  {
    ...{ from: '2025-08', to: '2025-12' },
    // It has rows for the old rates beside those for 21 % and 11 %; the numbers from row 24 on are others.
    off: 'The form from August to December 2025 (OPANAF 2131/2025, Monitorul Oficial 826/2025) is not here.',
  },
  {
    ...{ from: '2026-01', source: ORDER_174_2026, rows: ROWS_2026, placings: [...SALES_2026, ...PURCHASES_2026] },
    totals: { collected: '19', deductible: '30', deducted: '31', allDeducted: '35', negative: '36', toPay: '37' },
    notKnown: [
      'Rows 17, 18, 27, 28, 32, 34 and 38 to 45, and other corrections in rows 2 and 4, need figures that are not in the documents. Totals are without them.',
      'Under VAT on collection, fill in what is not due or not deductible yet too, if the form asks for it (A, A1, B and B1 of earlier forms).',
    ],
  },
];
