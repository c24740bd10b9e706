import { CONFIRMATION_CODES } from '../codes/operations.ts';
import { headOf, type TransportMessage, uitOf, type VehicleChange } from '../message.ts';
import { isUitForm, uitCheckDigits } from '../uit.ts';
import { type MessageRule, own, rule, stricter } from './types.ts';
import { ifStated, isTaxId, textOf } from './values.ts';

/** Rules on messages that name an identifier: corrections of declarations, deletions, confirmations and changes of vehicle. */

const named = (message: TransportMessage): string | null => textOf(uitOf(message));

const namesNone = (message: TransportMessage): boolean =>
  message.kind === 'notification' && (message.corrects === undefined || message.corrects === null);

/** As the Schematron checks it: the digits may be anywhere after the fourteenth character. */
const hasCheckDigits = (uit: string): boolean => uit.slice(14).includes(uitCheckDigits(uit) ?? '-');

/** Rules on messages without a declaration. In a declaration or a correction, PARTY_RULES checks the company. */
export const HEAD_RULES: readonly MessageRule[] = [
  rule('fields', 'BR-002', 'company', "Set the company's tax number (cif): 2 to 10 digits, or 13, the first not 0.", each =>
    isTaxId(headOf(each).declarant),
  ),
];

export const UIT_RULES: readonly MessageRule[] = [
  rule('fields', 'BR-008', 'uit', 'Set the identifier (UIT) of the transport.', each => namesNone(each) || named(each) !== null),
  stricter(
    'fields',
    'BR-019',
    'uit',
    'The last two digits of the identifier (UIT) are wrong: copy it exactly as the authority issued it.',
    each => ifStated(named(each), uit => !isUitForm(uit) || hasCheckDigits(uit)),
    each => ifStated(named(each), hasCheckDigits),
  ),
  // In the Schematron, BR-019 matches the same attribute earlier in the same pattern, so BR-003 is never evaluated.
  own(
    'fields',
    'BR-003',
    'uit',
    'The identifier (UIT) must have 14 digits and capital letters (none of B, G, I, O, S, Z), then two digits.',
    each => ifStated(named(each), isUitForm),
  ),
];

const PLATE = /^[0-9A-Z]{2,20}$/;
const HOLDS_PLATE = /[0-9A-Z]{2}/;

const onChange =
  (holds: (change: VehicleChange) => boolean) =>
  (message: TransportMessage): boolean =>
    message.kind !== 'vehicle_change' || holds(message);

const plateRule = (id: string, field: string, what: string, name: 'vehicle' | 'trailer1' | 'trailer2'): MessageRule =>
  stricter(
    'fields',
    id,
    field,
    `Write the registration number of ${what} in 2 to 20 capital letters and digits.`,
    onChange(each => ifStated(each[name], text => PLATE.test(text))),
    onChange(each => ifStated(each[name], text => HOLDS_PLATE.test(text))),
  );

export const CHANGE_RULES: readonly MessageRule[] = [
  rule(
    'fields',
    'BR-204',
    'vehicleNumber',
    'Set the registration number of the vehicle.',
    onChange(each => textOf(each.vehicle) !== null),
  ),
  plateRule('BR-031', 'vehicleNumber', 'the vehicle', 'vehicle'),
  plateRule('BR-032', 'trailer1', 'the first trailer', 'trailer1'),
  plateRule('BR-033', 'trailer2', 'the second trailer', 'trailer2'),
  rule(
    'schematron',
    'BR-CL-008',
    'outcome',
    `The outcome must be one of ${[...CONFIRMATION_CODES].join(', ')}.`,
    each => each.kind !== 'confirmation' || CONFIRMATION_CODES.has(each.outcome),
  ),
];
