// Package neural runs small transformer networks on one CPU core: weights from
// safetensors files, the WordPiece tokenizer of BERT, and the MiniLM encoder.
//
// Weights are int8 with one fp32 scale a row, and stay so in memory; what
// passes between layers is fp32. Nothing here knows what a network is for.
package neural
