import type { Language } from '#shared/model/document.ts';

interface Texts {
  title: string;
  /** Each with its heading. */
  parts: [string, string][];
}

export const TEXTS: Record<Language, Texts> = {
  ro: {
    title: 'Datele dumneavoastră din mesajele cu documente',
    parts: [
      [
        'Cine răspunde',
        'Firma indicată ca expeditor este operatorul datelor. Acest serviciu trimite mesajul în numele ei, ca persoană împuternicită. Adresați-vă mai întâi ei: datele ei de contact sunt în mesaj sau în document.',
      ],
      [
        'Ce și de ce',
        'Adresa dumneavoastră de e-mail și ce scrie în document despre dumneavoastră, pentru a vă trimite documentul și a vă reaminti plata. Datele vin de la firmă. Reținem și dacă mesajul a ajuns.',
      ],
      [
        'Deschideri și clicuri',
        'Dacă firma a ales astfel, mesajul are o imagine și legături care înregistrează când au fost deschise, cu ce program și din ce rețea; nu și adresa IP completă. Ele se șterg la 90 de zile după mesaj. Dacă programul dumneavoastră nu încarcă imagini, deschiderea nu este înregistrată.',
      ],
      [
        'Drepturile dumneavoastră',
        'Mesajele automate au o legătură de dezabonare. Puteți cere firmei acces, rectificare, ștergere, restricționare sau portabilitate și vă puteți opune. Documentele emise se păstrează cel puțin 5 ani (Legea 82/1991 art. 25). Vă puteți plânge la ANSPDCP, www.dataprotection.ro.',
      ],
    ],
  },
  en: {
    title: 'Your data in mails with documents',
    parts: [
      [
        'Who is responsible',
        'The company that is named as the sender is the controller. This service sends the mail for it, as its processor. Ask the company first: how to reach it is in the mail or in the document.',
      ],
      [
        'What, and why',
        'Your e-mail address and what the document states of you, to send you the document and to remind you of its payment. They come from the company. Whether the mail was delivered is recorded too.',
      ],
      [
        'Opens and clicks',
        'Where the company has chosen so, the mail has a picture and links that record when they were opened, by which program and from which network, but not the full IP address. These are deleted 90 days after the mail. If your program loads no pictures, no open is recorded.',
      ],
      [
        'Your rights',
        'Automatic mails have a link to unsubscribe. You may ask the company for access, rectification, erasure, restriction or portability, and you may object. Documents that were issued are kept for at least 5 years (Legea 82/1991 art. 25). You may complain to ANSPDCP, www.dataprotection.ro.',
      ],
    ],
  },
  de: {
    title: 'Ihre Daten in E-Mails mit Dokumenten',
    parts: [
      [
        'Wer verantwortlich ist',
        'Verantwortlich ist die Firma, die als Absender genannt ist. Dieser Dienst versendet die E-Mail in ihrem Auftrag. Wenden Sie sich zuerst an die Firma: ihre Kontaktdaten stehen in der E-Mail oder im Dokument.',
      ],
      [
        'Was, und wozu',
        'Ihre E-Mail-Adresse und was das Dokument über Sie angibt, um Ihnen das Dokument zu senden und an die Zahlung zu erinnern. Die Daten kommen von der Firma. Auch die Zustellung wird vermerkt.',
      ],
      [
        'Öffnen und Klicken',
        'Wenn die Firma es so gewählt hat, enthält die E-Mail ein Bild und Links, die festhalten, wann, mit welchem Programm und aus welchem Netz sie geöffnet wurden, nicht aber die ganze IP-Adresse. Das wird 90 Tage nach der E-Mail gelöscht. Lädt Ihr Programm keine Bilder, wird kein Öffnen vermerkt.',
      ],
      [
        'Ihre Rechte',
        'Automatische E-Mails können Sie über einen Link abbestellen. Sie können von der Firma Auskunft, Berichtigung, Löschung, Einschränkung oder Übertragung verlangen und widersprechen. Ausgestellte Dokumente werden mindestens 5 Jahre aufbewahrt (Legea 82/1991 Art. 25). Beschwerden: ANSPDCP, www.dataprotection.ro.',
      ],
    ],
  },
  fr: {
    title: 'Vos données dans les e-mails avec documents',
    parts: [
      [
        'Qui est responsable',
        'L’entreprise nommée comme expéditeur est responsable du traitement. Ce service envoie l’e-mail pour elle, comme sous-traitant. Adressez-vous d’abord à elle : ses coordonnées sont dans l’e-mail ou dans le document.',
      ],
      [
        'Quoi, et pourquoi',
        'Votre adresse e-mail et ce que le document indique de vous, pour vous envoyer le document et vous rappeler son paiement. Ces données viennent de l’entreprise. La remise de l’e-mail est aussi enregistrée.',
      ],
      [
        'Ouvertures et clics',
        'Si l’entreprise l’a choisi, l’e-mail contient une image et des liens qui enregistrent quand, avec quel programme et depuis quel réseau ils ont été ouverts, mais pas l’adresse IP complète. Cela est effacé 90 jours après l’e-mail. Si votre programme ne charge pas les images, aucune ouverture n’est enregistrée.',
      ],
      [
        'Vos droits',
        'Les e-mails automatiques ont un lien de désabonnement. Vous pouvez demander à l’entreprise l’accès, la rectification, l’effacement, la limitation ou la portabilité, et vous opposer. Les documents émis sont conservés au moins 5 ans (Legea 82/1991 art. 25). Réclamations : ANSPDCP, www.dataprotection.ro.',
      ],
    ],
  },
};
