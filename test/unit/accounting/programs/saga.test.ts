import { describe, expect, it } from 'vitest';
import { saga } from '#shared/documents/invoices/export/hand-over/programs/saga.ts';
import { filesOf, GOODS, misplaced, type Tree, treeOf } from './entries.ts';

/** The names and order of "Import date" in the manual of SAGA C, copied from it by hand. */
const ORDER: Record<string, string> = {
  Facturi: 'Factura',
  Factura: 'Antet Detalii FacturaID',
  Antet:
    'FurnizorNume FurnizorCIF FurnizorNrRegCom FurnizorCapital FurnizorTara FurnizorLocalitate FurnizorJudet FurnizorAdresa FurnizorTelefon FurnizorMail FurnizorBanca FurnizorIBAN FurnizorInformatiiSuplimentare GUID_cod_client ClientNume ClientInformatiiSuplimentare ClientCIF ClientNrRegCom ClientJudet ClientTara ClientLocalitate ClientAdresa ClientBanca ClientIBAN ClientTelefon ClientMail FacturaNumar FacturaData FacturaScadenta FacturaTaxareInversa FacturaTVAIncasare FacturaTip FacturaInformatiiSuplimentare FacturaMoneda FacturaGreutate FacturaAccize FacturaIndexSPV Cod',
  Continut: 'Linie',
};
const LINE =
  'LinieNrCrt Gestiune Activitate Descriere CodArticolFurnizor CodArticolClient GUID_cod_articol CodBare InformatiiSuplimentare UM Cantitate Pret Valoare ProcTVA TVA Cont TipDeducere PretVanzare'.split(
    ' ',
  );
const PAYMENT = 'Data Numar Suma Cont ContClient Explicatie FacturaID FacturaNumar CodFiscal Moneda'.split(' ');

const files = filesOf(saga);
const invoices = treeOf(files['F_40123452_2026-03_31-03-2026.xml']!);
const all = invoices.tree['Factura'] as Tree[];
const header = (place: number): Tree => all[place]!['Antet']![0] as Tree;
const lines = (place: number): Tree[] =>
  (((all[place]!['Detalii']![0] as Tree)['Continut']![0] as Tree)['Linie'] as Tree[]) ?? [];

describe('the import form of SAGA (OUT-127, OUT-128)', () => {
  it('has its files by the names of the manual', () => {
    expect(Object.keys(files)).toEqual([
      ...['F_40123452_2026-03_31-03-2026.xml', 'I_31-03-2026.xml', 'P_31-03-2026.xml', 'README.txt'],
    ]);
  });

  it.each(Object.keys(ORDER))('%s has its elements in the names and order of the manual', name => {
    const found = invoices.root === name ? [Object.keys(invoices.tree)] : (invoices.orders.get(name) ?? []);
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(children => misplaced(children, ORDER[name]!.split(' ')))).toEqual([]);
  });

  it('lines of invoices and payments too', () => {
    expect((invoices.orders.get('Linie') ?? []).flatMap(children => misplaced(children, LINE))).toEqual([]);
    const receipts = treeOf(files['I_31-03-2026.xml']!);
    expect((receipts.orders.get('Linie') ?? []).flatMap(children => misplaced(children, PAYMENT))).toEqual([]);
  });

  it('a sale is of the firm, a purchase is to it', () => {
    expect(header(0)).toMatchObject({
      ...{ FurnizorCIF: ['40123452'], ClientCIF: ['18547290'], FacturaNumar: ['FCT-1'] },
      ...{ FacturaData: ['10.03.2026'], FacturaScadenta: ['09.04.2026'], FacturaTaxareInversa: ['Nu'], FacturaMoneda: ['RON'] },
    });
    expect(all[0]!['FacturaID']).toEqual([GOODS.id]);
    expect(lines(0)).toEqual([
      {
        ...{ LinieNrCrt: ['1'], Descriere: ['Masă & scaun'], CodArticolFurnizor: ['M-1'], UM: ['buc'], Cantitate: ['4'] },
        ...{ Pret: ['250.0000'], Valoare: ['1000.00'], ProcTVA: ['21.00'], TVA: ['210.00'], Cont: ['707'] },
      },
    ]);
    expect(header(3)).toMatchObject({ FurnizorCIF: ['18547290'], ClientCIF: ['40123452'], FacturaTaxareInversa: ['Da'] });
    expect(lines(3)).toMatchObject([{ Valoare: ['1000.00'], TVA: ['0.00'], Cont: ['301'] }]);
  });

  it('is in the currency of the document, and negative for what takes back', () => {
    expect([header(1)['FacturaMoneda'], lines(1)[0]!['Valoare'], lines(1)[0]!['TVA']]).toEqual([['EUR'], ['100.00'], ['21.00']]);
    expect(lines(2)).toMatchObject([{ Cantitate: ['-1'], Pret: ['250.0000'], Valoare: ['-250.00'], TVA: ['-52.50'] }]);
  });

  it('has receipts with their account and invoice, without what is set off', () => {
    const { tree } = treeOf(files['I_31-03-2026.xml']!);
    expect(tree['Linie']).toEqual([
      {
        ...{ Data: ['11.03.2026'], Numar: ['CH-9'], Suma: ['605.00'], Cont: ['5311'], Explicatie: ['FCT-1 Șantierul Verde SA'] },
        ...{ FacturaID: [GOODS.id], FacturaNumar: ['FCT-1'], CodFiscal: ['18547290'], Moneda: ['RON'] },
      },
    ]);
    expect(files['P_31-03-2026.xml']).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<Plati>\n</Plati>\n');
  });
});
