import { describe, expect, it } from 'vitest';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import {
  confirmation,
  deletion,
  goodsOf,
  notification,
  UIT,
  validDeclaration,
  vehicleChange,
} from '../../support/etransport/declarations.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<eTransport xmlns="mfp:anaf:dgti:eTransport:declaratie:v2" codDeclarant="14399840"';

describe('XML of transport declarations', () => {
  it('writes a declaration in the order of the schema, and only stated data', () => {
    expect(writeMessage(notification(validDeclaration()))).toBe(
      `${HEAD} refDeclarant="AVZ-2026-001">
  <notificare codTipOperatiune="30">
    <bunuriTransportate codScopOperatiune="101" codTarifar="07019050" denumireMarfa="Cartofi noi" cantitate="1200" codUnitateMasura="KGM" greutateNeta="1200" greutateBruta="1260.5" valoareLeiFaraTva="3600.00"/>
    <partenerComercial codTara="RO" cod="18547290" denumire="Client SRL"/>
    <dateTransport nrVehicul="CJ12ABC" codTaraOrgTransport="RO" codOrgTransport="14399840" denumireOrgTransport="Transport SRL" dataTransport="2026-11-23"/>
    <locStartTraseuRutier>
      <locatie codJudet="12" denumireLocalitate="Cluj-Napoca" denumireStrada="Calea Turzii"/>
    </locStartTraseuRutier>
    <locFinalTraseuRutier>
      <locatie codJudet="40" denumireLocalitate="Sector 3" denumireStrada="Bd. Theodor Pallady"/>
    </locFinalTraseuRutier>
    <documenteTransport tipDocument="30" numarDocument="AVZ-2026-001" dataDocument="2026-11-22"/>
  </notificare>
</eTransport>
`,
    );
  });

  it('escapes texts and replaces line breaks by blanks', () => {
    const goods = [{ ...goodsOf(30), description: ' Țuică "de <prune>"\n & mere\u0001 ' }];
    expect(writeMessage(notification({ ...validDeclaration(), goods }))).toContain(
      'denumireMarfa="Țuică &quot;de &lt;prune&gt;&quot; &amp; mere"',
    );
  });

  it('marks a declaration after an outage, a border point and a customs office', () => {
    const xml = writeMessage(notification({ ...validDeclaration(10), postIncident: true }));
    expect(xml).toContain(' declPostAvarie="D">');
    expect(xml).toContain('<locStartTraseuRutier codPtf="2"/>');
    expect(writeMessage(notification(validDeclaration(40)))).toContain('<locStartTraseuRutier codBirouVamal="222901"/>');
  });

  it('writes a correction before the goods', () => {
    expect(writeMessage(notification(validDeclaration(), UIT))).toContain(
      `<notificare codTipOperatiune="30">\n    <corectie uit="${UIT}"/>\n    <bunuriTransportate `,
    );
  });

  it.each([
    [
      'a deletion',
      deletion({ postIncident: true, reference: 'AVZ-1' }),
      ` refDeclarant="AVZ-1" declPostAvarie="D">\n  <stergere uit="${UIT}"/>`,
    ],
    ['a confirmation', confirmation(), `>\n  <confirmare uit="${UIT}" tipConfirmare="20" observatii="Lipsesc 2 saci"/>`],
    [
      'a change of vehicle, in the time of Romania',
      vehicleChange({ trailer1: 'B11REM' }),
      `>\n  <modifVehicul uit="${UIT}" nrVehicul="B99XYZ" nrRemorca1="B11REM" dataModificare="2026-11-22T13:05:00"/>`,
    ],
    [
      'the same in summer',
      vehicleChange({ changedAt: '2026-07-01T21:30:00Z' }),
      `>\n  <modifVehicul uit="${UIT}" nrVehicul="B99XYZ" dataModificare="2026-07-02T00:30:00"/>`,
    ],
  ])('writes %s', (_, message, content) => {
    expect(writeMessage(message)).toBe(`${HEAD}${content}\n</eTransport>\n`);
  });
});
