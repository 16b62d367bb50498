// The part of the package that we use. It has no types of this form of it.
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Fills `data` with four bytes for each pixel; calls back with null if it cannot. */
    display<Target extends { data: Uint8ClampedArray; width: number; height: number }>(
      target: Target,
      done: (decoded: Target | null) => void,
    ): void;
  }
  const libheif: { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
