// Files that attack the program that opens them, or carry what an applicant never meant to send. Made by code, so that none is stored.
import { crc32, deflateSync } from 'node:zlib';
import { photo, segment } from './photo.ts';

const megabyte = 1024 * 1024;

/** Marks what must not be in a cleaned file. */
export const traces = ['hostile.example', 'JavaScript', 'GPS', 'EmbeddedFile', 'xmpmeta', '%PDF-1.4'];

interface HostileFile {
  readonly name: string;
  readonly bytes: () => Buffer;
  /** Why it is refused; one without is cleaned of its traces. */
  readonly why?: 'too-complex' | 'too-many-pixels' | 'damaged';
}

export function stream(dictionary: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF of one page, which objects from 4 on complete. Without a cross-reference table, as many generators' files arrive. */
export function pdfOf(page: string, ...objects: readonly (Buffer | string)[]): Buffer {
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${page}>>`,
    ...objects,
  ];
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...all.flatMap((object, at) => [
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer<</Root 1 0 R/Size ${all.length + 1}>>\n%%EOF\n`),
  ]);
}

let swollen: Buffer | undefined;
/** 512 MB of spaces in about 200 bytes, made once. */
const swelling = () => {
  swollen ??= [1, 9, 9].reduce(
    (bytes, level) => deflateSync(bytes, { level }),
    Buffer.alloc(512 * megabyte, ' '),
  );
  return swollen;
};
const thrice = '[/FlateDecode/FlateDecode/FlateDecode]';
const image = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8';
const drawn = '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>';
const draw = stream('', 'q 100 0 0 100 0 0 cm /X Do Q');

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

export function png(width: number, height: number, ...more: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each form draws the next ten times. */
function nestedPdf(): Buffer {
  const deep = 12;
  const forms = Array.from({ length: deep }, (_, at) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</X ${at + 6} 0 R>>>>`,
      at + 1 === deep ? '0 0 9 9 re f' : '/X Do '.repeat(10),
    ),
  );
  return pdfOf(`${drawn}>>`, draw, ...forms);
}

/** Each point's color is a sum of 20,000 numbers, so that the page takes longer than anyone waits, and no memory. */
export function endlessPdf(): Buffer {
  const shading = '/ShadingType 1/ColorSpace/DeviceRGB/Matrix[200 0 0 200 0 0]/Function 5 0 R';
  const range = '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]';
  const color = stream(range, `{0 ${'1 add '.repeat(20_000)}}`);
  return pdfOf(`/Contents 4 0 R/Resources<</Shading<</S<<${shading}>>>>>>`, stream('', '/S sh'), color);
}

export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'a PDF of 600 bytes whose object stream swells through three filters',
    bytes: () => pdfOf('', stream(`/Type/ObjStm/N 1/First 4/Filter${thrice}`, swelling())),
    why: 'too-complex',
  },
  {
    name: 'a PDF whose content swells, with the filters’ name disguised',
    bytes: () => pdfOf('/Contents 4 0 R', stream(`/F#69lter${thrice}`, swelling())),
    why: 'too-complex',
  },
  { name: 'a PDF of nested drawing', bytes: nestedPdf, why: 'too-complex' },
  { name: 'a PDF of endless drawing', bytes: endlessPdf, why: 'too-complex' },
  {
    name: 'a PDF of 100,000 objects',
    bytes: () => pdfOf('', ...Array.from({ length: 100_000 }, () => 'null')),
    why: 'too-complex',
  },
  {
    name: 'a PDF with a form of a file on a network share',
    bytes: () =>
      pdfOf(
        `${drawn}>>`,
        draw,
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<</F(\\\\\\\\hostile.example\\\\share)/Page 0>>',
          '0 0 9 9 re f',
        ),
      ),
  },
  {
    name: 'a PDF whose picture is a file elsewhere',
    bytes: () =>
      pdfOf(`${drawn}>>`, draw, stream(`${image}/F<</FS/URL/F(https://hostile.example/a)>>`, 'abc')),
  },
  {
    name: 'a PDF with an attachment and a script among its properties',
    bytes: () =>
      pdfOf(
        `${drawn}/Properties<</A<</Type/Filespec/EF<</F 6 0 R>>>>/B<</S/JavaScript/JS(app.alert\\(1\\))>>>>>>`,
        draw,
        stream(image, 'abc'),
        stream('/Type/EmbeddedFile', 'hostile.example'),
      ),
  },
  {
    name: 'a PDF with a photo’s place inside two filters',
    bytes: () =>
      pdfOf(
        `${drawn}>>`,
        draw,
        stream(`${image}/Filter[/FlateDecode/DCTDecode]`, deflateSync(photo({ note: 'GPS 40.7608 N' }))),
      ),
  },
  {
    name: 'a PDF with XMP data in a JPEG 2000 picture',
    bytes: () => {
      const box = (name: string, content: string) =>
        Buffer.concat([Buffer.from([0, 0, 0, 8 + content.length]), Buffer.from(name + content, 'latin1')]);
      const jp2 = [
        box('jP  ', '\r\n\x87\n'),
        box('uuid', '\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8<x:xmpmeta>GPS</x:xmpmeta>'),
      ];
      return pdfOf(`${drawn}>>`, draw, stream(`${image}/Filter/JPXDecode`, Buffer.concat(jp2)));
    },
  },
  {
    name: 'a JPEG of 2.6 million empty tables',
    bytes: () => {
      const picture = photo();
      const tables = Buffer.alloc(10 * megabyte, Buffer.from([0xff, 0xc4, 0, 2]));
      return Buffer.concat([picture.subarray(0, 2), tables, picture.subarray(2)]);
    },
    why: 'too-complex',
  },
  {
    name: 'a JPEG that is a PDF, too',
    bytes: () => {
      const picture = photo();
      const table = Buffer.from(
        '\x01%PDF-1.4 1 0 obj<</OpenAction<</S/JavaScript/JS(1)>>>>'.padEnd(65),
        'latin1',
      );
      return Buffer.concat([picture.subarray(0, 2), segment(0xdb, table), picture.subarray(2)]);
    },
  },
  { name: 'a PNG of 30,000 by 30,000', bytes: () => png(30_000, 30_000), why: 'too-many-pixels' },
  {
    name: 'a PNG of 10,000 chunks',
    bytes: () => png(8, 8, ...Array.from({ length: 10_000 }, () => chunk('teSt', Buffer.alloc(0)))),
    why: 'too-complex',
  },
];
