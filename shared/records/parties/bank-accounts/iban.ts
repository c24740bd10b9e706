import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod';

/** An IBAN in any spelling, valid by length and check digits (ISO 13616), in its electronic form; empty text is null. */
export const iban = () =>
  z
    .string()
    .trim()
    .max(60)
    .transform(value => (value === '' ? null : (electronicFormatIBAN(value) ?? value)))
    .refine(value => value === null || isValidIBAN(value), 'must be a valid IBAN')
    .nullable();

/** A BIC (ISO 9362), 8 or 11 characters, upper-case; empty text is null. */
export const bic = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .transform(value => value || null)
    .refine(value => value === null || isValidBIC(value), 'must be a BIC of 8 or 11 characters')
    .nullable();
