// Prepares photos for upload: made small enough for a slow connection, and shown as thumbnails.

/** Pixels of the longer side. Small print of a letter page stays readable. */
const mostPixels = 2400;
const thumbnailPixels = 128;
/** Photos under this size go as they are. */
const smallBytes = 600_000;
const quality = 0.85;

interface Photo {
  readonly file: Blob;
  /** A data address; absent where this browser cannot draw the photo. */
  readonly thumbnail?: string;
}

/** A photo as a JPEG of a fitting size, whatever the phone made of it. What the browser cannot draw goes as it is. */
export async function preparePhoto(file: Blob): Promise<Photo> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return { file };
  try {
    const thumbnail = drawn(picture, thumbnailPixels).toDataURL('image/jpeg', quality);
    if (file.size <= smallBytes && /^image\/(?:jpeg|png)$/.test(file.type)) return { file, thumbnail };
    const canvas = drawn(picture, mostPixels);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return { file: small ?? file, thumbnail };
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, most: number): HTMLCanvasElement {
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  // A PNG may be see-through.
  if (context) context.fillStyle = '#fff';
  context?.fillRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
