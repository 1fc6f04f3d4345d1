// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Twenty numbers that mix the channels of a pixel anew: four rows of four factors and an offset.
  struct ColorMatrix {
    private var numbers: [Double]

    /// Takes the numbers of an effect; any other count of numbers changes nothing.
    init(_ numbers: [Double]) {
      let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
      self.numbers = numbers.count == identity.count ? numbers : identity
    }

    /// Writes the numbers in GTK's order: a row of its matrix is an input, a column an output.
    func write(to matrix: inout graphene_matrix_t, _ offset: inout graphene_vec4_t) {
      var factors: [Float] = []
      for input in 0..<4 {
        for output in 0..<4 { factors.append(Float(numbers[output * 5 + input])) }
      }
      unsafe graphene_matrix_init_from_float(&matrix, factors)
      unsafe graphene_vec4_init(
        &offset, Float(numbers[4]), Float(numbers[9]), Float(numbers[14]), Float(numbers[19]))
    }
  }
#endif
