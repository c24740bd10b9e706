/** Romanian labels for the form of a new invoice (REC-79 to REC-84). */

export interface Labelled {
  value: string;
  label: string;
}

export const UNITS: readonly (Labelled & { code: string })[] = [
  { value: 'buc', label: 'bucată', code: 'H87' },
  { value: 'kg', label: 'kilogram', code: 'KGM' },
  { value: 'l', label: 'litru', code: 'LTR' },
  { value: 'm', label: 'metru', code: 'MTR' },
  { value: 'ora', label: 'oră', code: 'HUR' },
  { value: 'zi', label: 'zi', code: 'DAY' },
  { value: 'luna', label: 'lună', code: 'MON' },
  { value: 'set', label: 'set', code: 'SET' },
  { value: 'pachet', label: 'pachet', code: 'XPK' },
];

export const SERIES_LABELS: readonly Labelled[] = [
  { value: 'invoice', label: 'Factură' },
  { value: 'proforma', label: 'Factură proformă' },
  { value: 'credit_note', label: 'Notă de credit' },
  { value: 'delivery_note', label: 'Aviz de însoțire' },
];

export const PAYMENT_METHOD_LABELS: readonly Labelled[] = [
  { value: 'bank_transfer', label: 'Transfer bancar' },
  { value: 'cash', label: 'Numerar' },
  { value: 'card', label: 'Card' },
  { value: 'cheque', label: 'Cec' },
  { value: 'other', label: 'Altă metodă' },
];

export const CURRENCIES = ['RON', 'EUR', 'USD', 'GBP', 'CHF', 'HUF', 'CZK', 'PLN', 'SEK', 'NOK', 'DKK'];

/** ISO 3166-2:RO codes without the prefix `RO-`, with the official names. */
const COUNTIES =
  'AB Alba|AR Arad|AG Argeș|BC Bacău|BH Bihor|BN Bistrița-Năsăud|BT Botoșani|BV Brașov|BR Brăila|B București|BZ Buzău|CS Caraș-Severin|' +
  'CL Călărași|CJ Cluj|CT Constanța|CV Covasna|DB Dâmbovița|DJ Dolj|GL Galați|GR Giurgiu|GJ Gorj|HR Harghita|HD Hunedoara|IL Ialomița|' +
  'IS Iași|IF Ilfov|MM Maramureș|MH Mehedinți|MS Mureș|NT Neamț|OT Olt|PH Prahova|SM Satu Mare|SJ Sălaj|SB Sibiu|SV Suceava|' +
  'TR Teleorman|TM Timiș|TL Tulcea|VS Vaslui|VL Vâlcea|VN Vrancea';

/** The counties as ISO 3166-2 codes with their names. */
export const counties = (): { code: string; label: string }[] =>
  COUNTIES.split('|').map(entry => ({
    code: `RO-${entry.slice(0, entry.indexOf(' '))}`,
    label: entry.slice(entry.indexOf(' ') + 1),
  }));

/** The countries with their Romanian names, sorted by name. */
export function countries(codes: Iterable<string>): { code: string; label: string }[] {
  const names = new Intl.DisplayNames(['ro'], { type: 'region' });
  const collator = new Intl.Collator('ro');
  return [...codes].map(code => ({ code, label: names.of(code) ?? code })).sort((a, b) => collator.compare(a.label, b.label));
}
