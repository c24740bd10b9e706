import * as z from 'zod';
import { country, optionalText, text } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { iban } from '../bank-accounts/iban.ts';
import { aliased, optionalEmail, taxNumber } from '../clients/input.ts';

/** Request bodies about suppliers (REC-29 to REC-36). `cif` is an alias of `cui`; the limits are those of clients. */

/** Fields that can always be changed. */
const contact = {
  address: optionalText(255),
  city: optionalText(100),
  county: optionalText(100),
  country: country().optional(),
  postalCode: optionalText(10),
  email: optionalEmail(),
  phone: optionalText(20),
  bankName: optionalText(255),
  bankAccount: iban().optional(),
  notes: optionalText(5000),
};

/** Fields that identify the supplier; they can be changed only for suppliers that a user added (`refuseStatedFields`). */
const identity = {
  name: text(255),
  cui: taxNumber(),
  cif: taxNumber(),
  vatCode: taxNumber(),
  isVatPayer: z.boolean().optional(),
  registrationNumber: optionalText(50),
};

export const newSupplierBody = z
  .object({ ...contact, ...identity, registrationNumber: text(50), address: text(255), city: text(100), county: text(100) })
  .transform(aliased)
  .meta({ id: 'SupplierInput' });
export type SupplierInput = z.infer<typeof newSupplierBody>;

export const supplierChangeBody = patch({ ...contact, ...identity })
  .transform(aliased)
  .meta({ id: 'SupplierChange' });
export type SupplierChange = z.infer<typeof supplierChangeBody>;
