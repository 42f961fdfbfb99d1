// The bundler writes the style sheet that an entry imports beside its script.
declare module '*.css';
