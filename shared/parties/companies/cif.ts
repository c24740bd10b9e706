import * as z from 'zod';

/** A Romanian tax number: optional `RO`, 2 to 10 digits; kept as digits. No checksum test. */
export const cif = () =>
  z
    .string('must be a text with a tax number')
    .trim()
    .regex(/^(RO)?\s*\d{2,10}$/i, 'must be 2 to 10 digits, with or without RO')
    .transform(value => value.replace(/\D/g, ''));
