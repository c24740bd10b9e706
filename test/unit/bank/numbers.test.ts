import { expect, it } from 'vitest';
import { Numbers } from '#shared/model/bank/numbers.ts';

/** Numbers of documents in what payers write (BNK-9, BNK-10). */

const DOCUMENTS: Record<string, string> = {
  a1: 'FCT-001',
  a2: 'FCT-002',
  a3: 'FCT-003',
  a12: 'FCT-012',
  a120: 'FCT-0120',
  a2026: 'FCT-2026',
  y1: 'ALF-2026-0001',
  y7: 'BET 7/2026',
  long: 'WEB-0012345',
  one: 'F-1',
  three: 'F-321',
  bare: '4567890',
  short: '4512',
  tiny: '7',
  slash: '2026/00123',
  supplier: 'SRL 00077',
};

const numbers = new Numbers(Object.entries(DOCUMENTS).map(([id, number]) => ({ id, number, issueDate: '2026-11-05' })));
const whole = (text: string): string[] =>
  [...numbers.in(text)]
    .filter(([, how]) => how === 'whole')
    .map(([id]) => id)
    .toSorted();
const digits = (text: string): string[] =>
  [...numbers.in(text)]
    .filter(([, how]) => how === 'digits')
    .map(([id]) => id)
    .toSorted();

it.each<[text: string, ids: string]>([
  // One number, as it is written.
  ['FCT-001', 'a1'],
  ['FCT001', 'a1'],
  ['fct 001', 'a1'],
  ['FCT 1', 'a1'],
  ['FCT/0001', 'a1'],
  ['plata factura FCT-001', 'a1'],
  ['C/V FACT. FCT-001 DIN 05.11.2026', 'a1'],
  ['contravaloare factură seria FCT nr. 001 din 05.11.2026', 'a1'],
  ['Factura serie FCT numarul 0001', 'a1'],
  ['f FCT001', 'a1'],
  ['fact. FCT-001/2026', 'a1'],
  ['FCT 001 / 2026', 'a1'],
  ['FACTFCT001', 'a1'],
  ['FACTURA FCT001DIN 05/11/2026', 'a1'],
  ['PLATA FCT.001, MULTUMESC', 'a1'],
  ['Fct_001', 'a1'],
  ['FCT#001', 'a1'],
  ['FĆT-001', 'a1'],
  ['FCT 2026', 'a2026'],
  ['WEB 12345', 'long'],
  ['WEB0012345SI ALTELE', 'long'],
  ['F321', 'three'],
  ['srl 77', 'supplier'],
  // The year, in the number or not.
  ['ALF-2026-0001', 'y1'],
  ['ALF 2026/1', 'y1'],
  ['ALF 0001', 'y1'],
  ['ALF0001/2026', 'y1'],
  ['ALF0001/2025', ''],
  ['FCT 001/2025', ''],
  ['FCT 001/2025, 002/2026', 'a2'],
  ['BET 7/2026', 'y7'],
  ['BET nr 007 / 2026', 'y7'],
  ['FCT/2026/001', 'a1'],
  // Several.
  ['FCT001, FCT002', 'a1 a2'],
  ['f FCT001, FCT002', 'a1 a2'],
  ['FCT 001, 002 si 003', 'a1 a2 a3'],
  ['FCT 001+002', 'a1 a2'],
  ['FCT 001; FCT 003', 'a1 a3'],
  ['FCT 099, 002', 'a2'],
  ['FCT-001 SI FCT-012', 'a1 a12'],
  ['FCT 001/2026, 002/2026', 'a1 a2'],
  ['plata fact FCT-001 din 05.11.2026 si FCT-002 din 06.11.2026', 'a1 a2'],
  // What a scanner has torn apart.
  ['F C T 0 0 1', 'a1'],
  ['FCT 00 12', 'a12'],
  ['FCT 0 1 2', 'a12'],
  // Without letters, when it is long enough.
  ['factura 4567890', 'bare'],
  ['4567890', 'bare'],
  ['plata 2026/00123', 'slash'],
  // None.
  ['FCT 1 2', 'a1'],
  ['FCT 120, 3 buc', 'a120'],
  ['FCT 001A', ''],
  ['OFCT001', ''],
  ['FCT 0011', ''],
  ['FCT 1.200', ''],
  ['FCT 2026 999', ''],
  ['F 1', ''],
  ['7', ''],
  ['4512', ''],
  ['avans 123', ''],
  ['RO49AAAA4567890007593840', ''],
  ['RO49 AAAA 1B31 0075 9384 0000', ''],
  ['contract 4567890', ''],
  ['suma 4567890 lei', ''],
  ['4567890 LEI', ''],
  ['XY4567890', ''],
  ['45678901', ''],
  ['01.11.2026', ''],
  ['', ''],
])('%s', (text, ids) => {
  expect(whole(text).join(' ')).toBe(ids);
});

it.each<[text: string, ids: string]>([
  ['factura 123', 'slash'],
  ['factura 012/2025', ''],
  ['factura 4512', 'short'],
  ['fact nr. 4512', 'short'],
  ['plata fact 012', 'a12'],
  ['fact 12345', 'long'],
  ['facturile 012, 321', 'a12 three'],
  ['factura 7', ''],
  ['proforma 4512', ''],
  ['factura 4512 bis', 'short'],
  ['bon 012', ''],
])('digits behind a word: %s', (text, ids) => {
  expect(digits(text).join(' ')).toBe(ids);
});
