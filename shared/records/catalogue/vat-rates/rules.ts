import { conflict, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { SetChange } from '#shared/platform/store/record-set.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { correctedCategory } from '#shared/model/vat/rules.ts';
import type { VatRate } from './store.ts';

/**
 * Rules for changes of a company's VAT rates (REC-44 to REC-50). Pure; all functions get the rates that are not deleted.
 */

export interface VatRateFields {
  rate: string;
  label: string;
  categoryCode: VatCategory;
  isDefault: boolean;
  isActive: boolean;
  position: number;
}

export type VatRateInput = Pick<VatRateFields, 'rate' | 'label'> & { [K in keyof VatRateFields]?: VatRateFields[K] | undefined };
export type VatRateChange = { [K in keyof VatRateFields]?: VatRateFields[K] | undefined };

type Change = SetChange<VatRate, VatRate>;

/** Adds a rate; the first of a company becomes the default. @throws 422 for a duplicate, or an inactive default */
export function addVatRate(rates: VatRate[], input: VatRateInput, id: string, at: string): Change {
  const rate: VatRate = {
    id,
    rate: input.rate,
    label: input.label,
    categoryCode: correctedCategory(input.rate, input.categoryCode ?? 'S'),
    isDefault: input.isDefault === true || rates.length === 0,
    isActive: input.isActive ?? true,
    position: input.position ?? Math.max(-1, ...rates.map(one => one.position)) + 1,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return settled(rates, rate, at);
}

/** Changes a rate. @throws 404; 422 as `addVatRate`, and for clearing `isDefault` or `isActive` of the default */
export function changeVatRate(rates: VatRate[], id: string, change: VatRateChange, at: string): Change {
  const before = found(rates, id);
  if (before.isDefault && change.isDefault === false)
    throw invalidFields({ isDefault: ['one rate is the default: make another one the default instead'] });
  const changed = patched(before, { ...change, updatedAt: at });
  return settled(rates, { ...changed, categoryCode: correctedCategory(changed.rate, changed.categoryCode) }, at);
}

/** Removes a rate. @throws 404; 409 for the default or the last one */
export function removeVatRate(rates: VatRate[], id: string): SetChange<VatRate, void> {
  if (rates.length === 1) throw conflict('The last VAT rate cannot be removed.', { reason: 'last_rate' });
  if (found(rates, id).isDefault)
    throw conflict('The default VAT rate cannot be removed; make another one the default first.', { reason: 'default_rate' });
  return { records: rates.filter(rate => rate.id !== id), result: undefined };
}

const found = (rates: VatRate[], id: string): VatRate => {
  const rate = rates.find(one => one.id === id);
  if (!rate) throw notFound('VAT rate');
  return rate;
};

/**
 * The set with the new or changed rate.
 *
 * @throws 422 when another rate has the same percentage and label, or for an inactive default
 */
function settled(rates: VatRate[], rate: VatRate, at: string): Change {
  const alike = (one: VatRate): boolean =>
    one.id !== rate.id && one.rate === rate.rate && one.label.toLowerCase() === rate.label.toLowerCase();
  if (rates.some(alike)) throw invalidFields({ label: [`a rate of ${rate.rate} % with this label is there already`] });
  if (rate.isDefault && !rate.isActive) throw invalidFields({ isActive: ['the default rate must be active'] });
  const others = rates.map(one => (rate.isDefault && one.isDefault ? { ...one, isDefault: false, updatedAt: at } : one));
  const isNew = rates.every(one => one.id !== rate.id);
  return { records: isNew ? [...others, rate] : others.map(one => (one.id === rate.id ? rate : one)), result: rate };
}
