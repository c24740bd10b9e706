/** The findings and notes of audits in Romanian. Pure. */

type Translation = [english: RegExp, romanian: string];

const WHAT: Record<string, string> = {
  document: 'Documentul',
  'timeline entry': 'Înregistrarea din istoric',
  payment: 'Plata',
  'reference to the credit note': 'Legătura cu factura storno',
};

const TRANSLATIONS: readonly Translation[] = [
  [/^The issue does not follow the one before it in the series\.$/, 'Emiterea nu continuă numărul anterior din serie.'],
  [
    /^Stored data of the document were changed outside of the service: they cannot be read\.$/,
    'Datele documentului au fost modificate în afara aplicației și nu pot fi citite.',
  ],
  [/^The document that took the number is gone\.$/, 'Documentul care a primit numărul nu mai există.'],
  [/^The number is not registered as the document was issued\.$/, 'Numărul nu este înregistrat așa cum a fost emis documentul.'],
  [/^The register says that the document was deleted\.$/, 'Registrul spune că documentul a fost șters.'],
  [
    /^The register says that the document was removed after its retention, but an anchor shows that it was issued within the time of the law\.$/,
    'Registrul spune că documentul a fost eliminat după termenul de păstrare, dar o ancoră arată că a fost emis în interiorul termenului legal.',
  ],
  [
    /^The highest number of the series is not that of its last document\.$/,
    'Cel mai mare număr al seriei nu este al ultimului document.',
  ],
  [/^The counter of the series is below its highest number\.$/, 'Contorul seriei este sub cel mai mare număr folosit.'],
  [/^The series does not end with its last document\.$/, 'Seria nu se încheie cu ultimul ei document.'],
  [
    /^The prefix, the year or the type of the series is not that of its last number\.$/,
    'Prefixul, anul sau tipul seriei nu este cel al ultimului număr.',
  ],
  [/^The series counts fewer documents than it has\.$/, 'Seria numără mai puține documente decât are.'],
  [/^The document was changed outside of the service\.$/, 'Documentul a fost modificat în afara aplicației.'],
  [/^The lines were changed outside of the service\.$/, 'Liniile au fost modificate în afara aplicației.'],
  [/^The document does not state what its timeline says\.$/, 'Documentul nu corespunde istoricului său.'],
  [
    /^The timeline entry (.+) was changed outside of the service\.$/,
    'Înregistrarea $1 din istoric a fost modificată în afara aplicației.',
  ],
  [
    /^Timeline entries are missing, or were added outside of the service\.$/,
    'Lipsesc înregistrări din istoric sau au fost adăugate în afara aplicației.',
  ],
  [/^The lists do not show the document as it is\.$/, 'Listele nu arată documentul așa cum este.'],
  [
    /^The version of the document was changed outside of the service\.$/,
    'Versiunea documentului a fost modificată în afara aplicației.',
  ],
  [/^The payment (.+) differs from the one that was recorded\.$/, 'Plata $1 diferă de cea înregistrată.'],
  [
    /^The payments do not add up to what the document says was paid\.$/,
    'Suma plăților nu este cea pe care documentul o arată ca achitată.',
  ],
  [
    /^The credit notes do not add up to what the document says was credited\.$/,
    'Suma facturilor storno nu este cea pe care documentul o arată ca stornată.',
  ],
  [/^The link of the credited invoice differs from the credit note\.$/, 'Legătura facturii stornate diferă de factura storno.'],
  [/^The anchor of (.+) is not what the service stored\.$/, 'Ancora din $1 nu este cea păstrată de aplicație.'],
  [/^The anchor of (\S+) does not follow the one of (\S+)\.$/, 'Ancora din $1 nu o continuă pe cea din $2.'],
  [
    /^The anchor of (.+) has another hash for the number: the series up to it was rewritten since\.$/,
    'Ancora din $1 are altă amprentă pentru acest număr: seria a fost rescrisă de atunci până la el.',
  ],
  [
    /^On (\S+) the number did not have the hash that the anchor of (\S+) has: the series was rewritten\.$/,
    'La $1 numărul nu avea amprenta din ancora din $2: seria a fost rescrisă.',
  ],
  [
    /^The timeline does not continue the one of the anchor of (.+): it was rewritten since\.$/,
    'Istoricul nu îl continuă pe cel din ancora din $1: a fost rescris de atunci.',
  ],
  [
    /^Its date (\S+) is before ([^ ,]+), the date of (.+)\.$/,
    'Data $1 este anterioară datei $2 a numărului $3, emis înaintea lui.',
  ],
  [/^Its date (\S+) is not of the year (\S+) of the series\.$/, 'Data $1 nu este din anul $2 al seriei.'],
];

const MOVED = /^The (document|timeline entry|payment|reference to the credit note) (.+) was moved outside of the service\.$/;
const OF_NUMBER = /^Number (\d+): (.+)$/;

/** A finding in Romanian; one that is not known here stays as it is. */
export function findingInRomanian(finding: string): string {
  const ofNumber = OF_NUMBER.exec(finding);
  if (ofNumber) return `Numărul ${ofNumber[1]}: ${findingInRomanian(ofNumber[2] ?? '')}`;
  const moved = MOVED.exec(finding);
  if (moved)
    return `${WHAT[moved[1] ?? '']} ${moved[2]} a fost mutată în afara aplicației.`.replace(/^(Documentul .* )mutată/, '$1mutat');
  const known = TRANSLATIONS.find(([english]) => english.test(finding));
  return known ? finding.replace(...known) : finding;
}
