/**
 * The content of a QR code for a credit transfer in euro, which banking programs read (EPC069-12, "Quick Response Code: Guidelines to
 * enable data capture for the initiation of a SEPA credit transfer", version 002). There is none for other currencies
 * (docs/adr/0029-payment-codes.md). Pure.
 */

export interface Transfer {
  payee: string;
  /** Without spaces. */
  iban: string;
  /** Two decimals, as `363.00`. */
  amount: string;
  currency: string;
  /** What the payee recognizes the payment by. */
  reference: string;
}

/** The largest amount of the guidelines. */
const MOST = 999_999_999.99;

const line = (text: string, longest: number): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, longest).join('');

/** Null where the guidelines allow no code: another currency than euro, no IBAN, or an amount out of their range. */
export function paymentCode({ payee, iban, amount, currency, reference }: Transfer): string | null {
  if (currency !== 'EUR' || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  if (!(Number(amount) > 0) || Number(amount) > MOST) return null;
  // Service tag, version, UTF-8, credit transfer, BIC (not needed within the EEA), then purpose and structured reference: none.
  return ['BCD', '002', '1', 'SCT', '', line(payee, 70), iban, `EUR${amount}`, '', '', line(reference, 140)].join('\n');
}
