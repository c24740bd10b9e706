import * as z from 'zod';

/** A Romanian tax number of 2 to 10 digits with or without `RO`; returns its digits. The check digit is not verified. */
export const cif = () =>
  z
    .string('must be a text with a tax number')
    .trim()
    .regex(/^([Rr][Oo])?\s*\d{2,10}$/, 'must be 2 to 10 digits, with or without RO')
    .transform(value => value.replace(/\D/g, ''));
