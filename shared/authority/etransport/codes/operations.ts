import { codesOf, type Code } from './code-list.ts';

/**
 * Operations and their purposes (`codTipOperatiune`, `codScopOperatiune`), from the authority's schema 1.02 and Schematron 2.0.2
 * (TRN-26).
 */

/** Where the partner must be, by the authority's rules on its country (BR-004, BR-005, BR-006). */
export type PartnerPlace = 'EU' | 'RO' | 'third-country';

export interface Operation extends Code {
  /** The authority's abbreviation. */
  abbreviation: string;
  /** Whether the goods enter Romania, leave it, or stay in it. */
  direction: 'inbound' | 'outbound' | 'national';
  partner: PartnerPlace;
  /** Codes of the purposes that a line of goods may have. */
  purposes: readonly number[];
}

const SAME: readonly number[] = [9999];
const EU_OUT: readonly number[] = [101, 301, 703, 801, 802, 9901];
const EU_IN: readonly number[] = [101, 201, 301, 401, 501, 601, 703, 801, 802, 901, 1001, 1101, 9901];
const NATIONAL: readonly number[] = [101, 704, 705, 9901];

const operation = (
  code: number,
  abbreviation: string,
  name: string,
  direction: Operation['direction'],
  partner: PartnerPlace,
  purposes: readonly number[] = SAME,
): Operation => ({ code, name, abbreviation, direction, partner, purposes });

export const OPERATIONS: readonly Operation[] = [
  operation(10, 'AIC', 'Achiziție intracomunitară', 'inbound', 'EU', EU_IN),
  operation(12, 'LHI', 'Operațiuni în sistem lohn (UE) - intrare', 'inbound', 'EU'),
  operation(14, 'SCI', 'Stocuri la dispoziția clientului (Call-off stock) - intrare', 'inbound', 'EU'),
  operation(20, 'LIC', 'Livrare intracomunitară', 'outbound', 'EU', EU_OUT),
  operation(22, 'LHE', 'Operațiuni în sistem lohn (UE) - ieșire', 'outbound', 'EU'),
  operation(24, 'SCE', 'Stocuri la dispoziția clientului (Call-off stock) - ieșire', 'outbound', 'EU'),
  operation(30, 'TTN', 'Transport pe teritoriul național', 'national', 'RO', NATIONAL),
  operation(40, 'IMP', 'Import', 'inbound', 'third-country'),
  operation(50, 'EXP', 'Export', 'outbound', 'third-country'),
  operation(60, 'DIN', 'Tranzacție intracomunitară - Intrare pentru depozitare/formare nou transport', 'inbound', 'EU'),
  operation(70, 'DIE', 'Tranzacție intracomunitară - Ieșire după depozitare/formare nou transport', 'outbound', 'EU'),
];

const byCode: ReadonlyMap<number, Operation> = new Map(OPERATIONS.map(each => [each.code, each]));

/** The operation with a code; undefined for an unknown code. */
export const operationOf = (code: number): Operation | undefined => byCode.get(code);

export const PURPOSES: readonly Code[] = [
  { code: 101, name: 'Comercializare' },
  { code: 201, name: 'Producție' },
  { code: 301, name: 'Gratuități' },
  { code: 401, name: 'Echipament comercial' },
  { code: 501, name: 'Mijloace fixe' },
  { code: 601, name: 'Consum propriu' },
  { code: 703, name: 'Operațiuni de livrare cu instalare' },
  { code: 704, name: 'Transfer între gestiuni' },
  { code: 705, name: 'Bunuri puse la dispoziția clientului' },
  { code: 801, name: 'Leasing financiar/operațional' },
  { code: 802, name: 'Bunuri în garanție' },
  { code: 901, name: 'Operațiuni scutite' },
  { code: 1001, name: 'Investiție în curs' },
  { code: 1101, name: 'Donații, ajutoare' },
  { code: 9901, name: 'Altele' },
  { code: 9999, name: 'Același cu operațiunea' },
];

/** Types of the documents that accompany the goods (`tipDocument`). */
export const TRANSPORT_DOCUMENTS: readonly Code[] = [
  { code: 10, name: 'CMR' },
  { code: 20, name: 'Factură' },
  { code: 30, name: 'Aviz de însoțire a mărfii' },
  { code: 9999, name: 'Altele' },
];

/** The receiver's answers about the goods: confirmed, confirmed in part, denied (`tipConfirmare`). */
export const CONFIRMATIONS: readonly Code[] = [
  { code: 10, name: 'Confirmat' },
  { code: 20, name: 'Confirmat parțial' },
  { code: 30, name: 'Infirmat' },
];

export const OPERATION_CODES = codesOf(OPERATIONS);
export const PURPOSE_CODES = codesOf(PURPOSES);
export const TRANSPORT_DOCUMENT_CODES = codesOf(TRANSPORT_DOCUMENTS);
export const CONFIRMATION_CODES = codesOf(CONFIRMATIONS);
